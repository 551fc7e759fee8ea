"""The first use of everything in many threads at once: a fresh process answers what a single thread answers."""

import json
import random
import subprocess
import sys

import pytest

import xlpoker
from xlpoker.evaluator.cards import JOKER, card_text
from xlpoker.functions import call

pytestmark = pytest.mark.slow

THREADS = 8
HANDS = 60

# `value` stands for the Python function, everything else for a function of the catalogue. Threads change every microsecond.
ANSWERING = """
import json, sys, threading
import xlpoker
from xlpoker.functions import call
sys.setswitchinterval(1e-6)

def answer(function, *arguments):
    return xlpoker.value(*arguments) if function == "value" else call(function, *arguments)
"""
IN_THREADS = f"""{ANSWERING}
asked = json.load(sys.stdin)
together, answers = threading.Barrier(len(asked)), [None] * len(asked)

def work(place):
    together.wait()
    answers[place] = [answer(*question) for question in asked[place]]

threads = [threading.Thread(target=work, args=(place,)) for place in range(len(asked))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
json.dump([answers, [[answer(*question) for question in part] for part in asked]], sys.stdout)
"""


def random_hands(seed, functions=("value",)):
    """Return questions for each thread: hands of one to nine cards, one in three with jokers."""
    rng = random.Random(seed)
    questions = []
    for turn in range(HANDS * THREADS):
        cards = rng.randint(2, 9)
        codes = rng.sample([*range(52), JOKER, JOKER] if turn % 3 == 0 else range(52), cards)
        questions.append([rng.choice(functions), " ".join(map(card_text, codes))])
    return [questions[place::THREADS] for place in range(THREADS)]


ODDS = [
    ["EQUITY", "8C 9S 4C", "6C 7C", "AH AD"],
    ["EQUITY", "", "AH KH", "QC QD"],
    ["EQUITY", "8C 9S 4C JH", "6C 7C", "TT+"],
    ["EQUITY", "", "AH KH", "QC QD", "7H 8H"],
    ["EQUITY", "8C 9S 4C", "AsKsQhJh", "2c2d7s8s"],
    ["EQUITY", "8C 9S 4C", "6C 7C", "TT+, AK"],
    ["EQUITY", "2S 3S 4S 5S 9D", "AS KD", "6S 6D"],
    ["OUTS", "8C 9S 4C", "6C 7C", "AH AD"],
    ["CHANCES", "8C 9S 4C", "6C 7C"],
    ["CHANCES", "", "AH KH"],
    ["CHANCES", "2S 3S 4S", "AS KD QH JC"],
]
OTHERS = [
    ["HANDNAME", "2S 2D 5C 4H 3S 9D", "full"],
    ["HANDVAL", "AS AD AC AH Xn", "percentile"],
    ["HANDVAL", "4D 6S 9H QH QC", "mrt"],
    ["OMAHA", "2S 3S 4S 5S 9D", "AS KD QH JC", "6S 6D 7S 8C"],
    ["HOLDEM", "8C 9S 4C JH TC", "6C 7C", "AH AD"],
    ["SHARES", "AH KD", "AC KH", "QS JD"],
    ["BESTHAND", "AD 7D KC JC 8S JH"],
    ["WINNER", "5H 5C 6S 7S KD", "2C 3S 8S 8D TD"],
]
QUESTIONS = {
    "hands-1": random_hands(1),
    "hands-2": random_hands(2),
    "cells": random_hands(3, ("HANDVAL", "BESTHAND", "HANDNAME")),
    "odds": [[one] for one in ODDS],
    "one-question": [[ODDS[0]]] * THREADS,
    "all-functions": [[one] for one in OTHERS],
}


def alone(question):
    """Return the answer of this process, which values everything in one thread, as JSON has it."""
    function, *arguments = question
    answer = xlpoker.value(*arguments) if function == "value" else call(function, *arguments)
    return json.loads(json.dumps(answer))


@pytest.mark.parametrize("asked", QUESTIONS.values(), ids=QUESTIONS)
def test_the_first_answers_of_a_process(asked):
    """Eight threads begin at once in a fresh process: all answers are right, and those that come later, too."""
    done = subprocess.run(
        [sys.executable, "-c", IN_THREADS],
        input=json.dumps(asked), capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    right = [[alone(question) for question in part] for part in asked]
    at_once, later = json.loads(done.stdout)
    assert at_once == right
    assert later == right
    assert done.stderr == ""
