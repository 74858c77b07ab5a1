// Writes invented papers as JSON lines in the schema of Kaggle's arXiv snapshot: node corpus.mjs COUNT. The same bytes
// every time. One title is a script element, which a page must show and never run.
const THEMES = [
  "serving inference requests batching token cache latency decoding", "gradient training pipeline parallel shards optimiser checkpoint accelerator",
  "federated clients aggregation privacy local rounds heterogeneity update", "sparse solver stencil matrix preconditioner scaling node simulation",
  "consensus replicas leader quorum blockchain validators byzantine log", "serverless function cold start container billing burst platform",
  "edge device offloading wireless scheduling energy deadline vehicle", "graph traversal partition vertices edges streaming community",
  "storage erasure code disk replica repair object durability", "quantum circuit qubits entangling compile noise simulator gate",
  "database transaction isolation query index join optimiser lock", "network congestion packet switch routing topology bandwidth flow",
];
const COMMON = "we present a method that improves over earlier systems and show on real traces how results depend on load size cost and failure of many machines under strict limits".split(" ");
const GENERAL = Array.from({ length: 400 }, (_, at) => "bcdfgklmnprstv"[at % 14] + "aeiou"[at % 5] + "lmnrst"[at % 6] + "aeiou"[(at >> 2) % 5] + "bdgkmnpt"[at % 8] + "ion");
let state = 7;
const next = (limit) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 2 ** 32 * limit); };
const pick = (words) => words[next(words.length)];
const text = (words, length) => Array.from({ length }, () => { const die = next(10); return die < 4 ? pick(words) : die < 8 ? pick(COMMON) : pick(GENERAL); }).join(" ");
const count = Number(process.argv[2] ?? 20_000);
let out = "";
for (let at = 0; at < count; at++) {
  const words = THEMES[next(THEMES.length)].split(" "), month = Math.floor(next(48) * (0.4 + next(7) / 10)) % 48;
  const stamp = `${String(22 + Math.floor(month / 12))}${String(1 + month % 12).padStart(2, "0")}`;
  out += JSON.stringify({
    id: `${stamp}.${String(at).padStart(5, "0")}`, title: at === 11 ? "<script>alert(1)</script> in a title about " + words[0] : text(words, 7) + " " + at,
    abstract: text(words, 60) + ".", categories: pick(["cs.DC", "cs.NI", "cs.DB", "quant-ph"]), authors: "A. Nobody",
    versions: [{ version: "v1", created: `Mon, ${1 + next(28)} ${["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month % 12]} 20${stamp.slice(0, 2)} 10:00:00 GMT` }],
    update_date: `20${stamp.slice(0, 2)}-12-28`,
  }) + "\n";
  if (out.length > 1 << 20) { process.stdout.write(out); out = ""; }
}
process.stdout.write(out);
