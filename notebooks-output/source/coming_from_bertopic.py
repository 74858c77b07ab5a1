# %% [markdown]
# # Coming from BERTopic
#
# This notebook runs BERTopic and `thema.TopicModel` on the same 2,000 papers, with the same calls. The papers are invented (`invented.py`), on
# twenty subjects, and much easier than real ones: the notebook shows what the calls return, not which is better. `benches/RESULTS.md` compares
# both on arXiv papers.
#
# BERTopic expects vectors of a sentence model, which it downloads. Here it gets 100 singular vectors of scikit-learn's TF-IDF instead, as
# BERTopic's documentation allows (`fit_transform(docs, embeddings)`). Made with `notebooks-output/make.sh bertopic`.

# %%
import warnings

warnings.filterwarnings("ignore")

import numpy as np
import pandas as pd
from invented import papers
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import adjusted_rand_score, v_measure_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer

rows = papers(2000)
docs = [f"{row['title']}. {row['abstract']}" for row in rows]
subjects = [row["subject"] for row in rows]
dates = [row["date"] for row in rows]
lsa = make_pipeline(TfidfVectorizer(stop_words="english", sublinear_tf=True), TruncatedSVD(100, random_state=0), Normalizer())
embeddings = lsa.fit_transform(docs)
embeddings.shape

# %% [markdown]
# ## Fit

# %% [varies]
from bertopic import BERTopic
from umap import UMAP

bertopic = BERTopic(embedding_model=None, umap_model=UMAP(n_neighbors=15, n_components=5, min_dist=0.0, metric="cosine", random_state=1))
%time bertopic_topics, bertopic_probabilities = bertopic.fit_transform(docs, embeddings)

# %% [varies]
import thema

model = thema.TopicModel()
%time thema_topics, thema_probabilities = model.fit_transform(docs)

# %% [markdown]
# Both chose the number of topics themselves. Agreement with the subjects that the papers were made from:

# %% [varies]
def measured(name, topics):
    topics = np.array(topics)
    return {
        "system": name, "topics": len(set(topics) - {-1}), "in no topic": (topics == -1).mean(),
        "V-measure": v_measure_score(subjects, topics), "adjusted Rand": adjusted_rand_score(subjects, topics),
    }


pd.DataFrame([measured("BERTopic", bertopic_topics), measured("thema", thema_topics)]).round(3)

# %% [markdown]
# With the same vectors for both:

# %% [varies]
with_vectors = thema.TopicModel()
topics, _ = with_vectors.fit_transform(docs, embeddings)
pd.DataFrame([measured("thema, the same vectors", topics)]).round(3)

# %% [markdown]
# ## Look at the topics

# %% [varies]
bertopic.get_topic_info()[["Topic", "Count", "Name"]].head(6)

# %%
model.get_topic_info()[["Topic", "Count", "Name", "CustomName"]].head(6)

# %% [markdown]
# `Name` is built as in BERTopic; `CustomName` is the name that thema gave the theme.

# %% [varies]
print([term for term, _ in bertopic.get_topic(0)[:6]])
print([term for term, _ in model.get_topic(0)[:6]])

# %% [varies]
print(bertopic.get_representative_docs(0)[0][:120])
print(model.get_representative_docs(0)[0][:120])

# %% [markdown]
# ## New papers

# %% [varies]
new = [f"{row['title']}. {row['abstract']}" for row in papers(200, seed=2)]
truth = [row["subject"] for row in papers(200, seed=2)]
bertopic_new, _ = bertopic.transform(new, lsa.transform(new))
thema_new, probabilities = model.transform(new)
print(f"BERTopic {v_measure_score(truth, bertopic_new):.3f}, thema {v_measure_score(truth, thema_new):.3f}")

# %% [markdown]
# thema gives one probability per text, that of the text's own topic, calibrated on held-out papers:

# %%
np.round(probabilities[:6], 2)

# %% [markdown]
# ## Over time

# %% [varies]
bertopic.topics_over_time(docs, dates, nr_bins=4).head(3)

# %%
model.topics_over_time(docs, dates, nr_bins=4).head(3)

# %% [markdown]
# ## Are the results repeatable?
#
# thema gives the same bytes for the same texts and seed, on any number of threads and on any machine. BERTopic repeats its results with a seeded
# UMAP on one machine, but not from machine to machine (`benches/RESULTS.md`).

# %%
again, _ = thema.TopicModel(threads=1).fit_transform(docs)
again == thema_topics
