"""Invented papers on twenty subjects, for notebooks. The same arguments give the same papers.

Sentences combine the words of a subject with phrases that any abstract has. The papers describe no real work, and are much
easier to tell apart than real ones.
"""

import datetime
import random

SUBJECTS = {
    "consensus": "leader election, quorum, ballot, replica, log entry, view change, byzantine fault, message round, safety, liveness, crash recovery, membership",
    "solar cells": "perovskite, solar cell, band gap, open-circuit voltage, charge carrier, passivation, thin film, tandem device, degradation, moisture, absorber, efficiency",
    "protein folding": "protein folding, residue contact, side chain, binding pocket, molecular dynamics, free energy, helix, conformation, mutation, solvent, backbone, ligand",
    "galaxies": "dwarf galaxy, dark matter halo, star formation, redshift, stellar mass, accretion, rotation curve, spectral line, merger, metallicity, gas disk, lensing",
    "speech": "speech recognition, phoneme, acoustic model, spectrogram, speaker, utterance, word error, accent, noise, beam search, transcript, prosody",
    "batteries": "lithium battery, cathode, electrolyte, capacity fade, dendrite, charging rate, solid electrolyte, anode, thermal runaway, cell voltage, separator, cycling",
    "epidemics": "epidemic, reproduction number, contact network, vaccination, infection, incubation, quarantine, transmission, outbreak, serology, immunity, hospital",
    "graph theory": "chromatic number, planar graph, perfect matching, spanning tree, vertex cover, minor, treewidth, clique, edge colouring, degree sequence, bipartite graph, cycle",
    "quantum codes": "surface code, logical qubit, syndrome, decoder, stabiliser, error threshold, magic state, lattice surgery, fault tolerance, ancilla, parity check, physical qubit",
    "recommendation": "recommender, user preference, item embedding, cold user, click, session, ranking loss, implicit feedback, popularity bias, catalogue, rating, diversity",
    "turbulence": "turbulent flow, boundary layer, large eddy, shear stress, vortex, Reynolds number, wall model, energy cascade, pipe flow, drag, mixing length, wake",
    "translation": "machine translation, parallel corpus, source sentence, target language, alignment, low-resource language, subword, back translation, fluency, morphology, decoder attention, glossary",
    "robot grasping": "robot grasp, gripper, tactile sensor, manipulation, point cloud, contact force, pick and place, joint torque, object pose, clutter, end effector, friction",
    "climate": "sea ice, ocean heat, aerosol, precipitation, monsoon, climate model, cloud feedback, carbon sink, permafrost, drought, sea level, warming",
    "auctions": "auction, bidder, reserve price, truthful mechanism, revenue, valuation, second price, collusion, budget, allocation rule, equilibrium, winner",
    "neurons": "spiking neuron, synapse, membrane potential, cortex, plasticity, firing rate, dendritic input, inhibition, oscillation, stimulus, receptive field, calcium imaging",
    "databases": "query optimiser, join order, index, transaction, buffer pool, cardinality, column store, snapshot isolation, write-ahead log, partition, materialised view, vacuum",
    "catalysis": "catalyst, adsorption, turnover, zeolite, hydrogenation, active site, reaction pathway, selectivity, support oxide, nanoparticle, poisoning, barrier",
    "cryptography": "lattice cryptography, signature scheme, key exchange, zero knowledge, commitment, adversary, side channel, ciphertext, hash function, secret sharing, proof size, oracle",
    "forests": "forest canopy, tree ring, biomass, understorey, species richness, fire regime, seedling, logging, carbon stock, soil moisture, bark beetle, regrowth",
}
SENTENCES = [
    "We study how {0} depends on {1} when {2} changes.",
    "A model of {0} and {1} explains what is seen of {2}.",
    "Earlier work on {0} leaves open what {1} does to {2}.",
    "Measurements of {0} show that {1} is larger than {2}.",
    "The method combines {0} with {1}, and needs no {2}.",
    "Compared with the usual treatment of {0}, errors in {1} fall by a third while {2} stays the same.",
    "This gives the first account of {0} under {1} that holds for any {2}.",
    "Limits of {0} are discussed, and how {1} could be told from {2}.",
]
TITLES = ["{0} and {1}", "On {0} with {1}", "How {0} shapes {1}", "{0} without {1}", "The limits of {0} in {1}", "{0}, {1} and {2}"]


def papers(
    count: int,
    seed: int = 1,
    subjects: list[str] | None = None,
    first: datetime.date = datetime.date(2025, 1, 1),
    days: int = 365,
) -> list[dict[str, str]]:
    """``count`` papers with ``id``, ``title``, ``abstract``, ``date`` (ISO) and ``subject``, dated evenly over ``days``.

    They are on ``subjects``, or on all if None. One word in eight is from another subject.
    """
    chance = random.Random(seed)
    names = subjects or list(SUBJECTS)
    rows = []
    for number in range(count):
        subject = chance.choice(names)
        own, other = SUBJECTS[subject].split(", "), SUBJECTS[chance.choice(list(SUBJECTS))].split(", ")
        title = chance.choice(TITLES).format(*_words(chance, own, other))
        rows.append({
            "id": f"invented:{seed}-{number:05}",
            "title": title[0].upper() + title[1:],
            "abstract": " ".join(chance.choice(SENTENCES).format(*_words(chance, own, other)) for _ in range(6)),
            "date": (first + datetime.timedelta(days=number * days // count)).isoformat(),
            "subject": subject,
        })
    return rows


def _words(chance: random.Random, own: list[str], other: list[str]) -> list[str]:
    """Three different words. One in eight is from another subject."""
    return [chance.choice(other) if chance.random() < 0.125 else word for word in chance.sample(own, 3)]
