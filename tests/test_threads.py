"""The first use of everything in many threads at once: a fresh process answers what a single thread answers."""

import json
import random
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.client import HTTPConnection

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
SERVER = f"""{ANSWERING}
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Functions(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps(answer(*question)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

class Server(ThreadingHTTPServer):
    request_queue_size = 64

server = Server(("127.0.0.1", 0), Functions)
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()  # until the test has asked everything
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


@contextmanager
def server():
    """Yield the port of a fresh threaded server on this machine that answers questions."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield int(process.stdout.readline())
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_the_first_requests_of_a_server():
    """Eight clients of a threaded server that has answered nothing yet: hands, names and odds."""
    asked = [[*hands[:20], odds] for hands, odds in zip(QUESTIONS["cells"], ODDS, strict=True)]
    answers = [None] * THREADS
    together = threading.Barrier(THREADS)

    def client(place, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=120)
        connection.connect()
        together.wait()
        found = []
        for question in asked[place][::-1] if place % 2 else asked[place]:
            connection.request("POST", "/", json.dumps(question))
            found.append([question, json.loads(connection.getresponse().read())])
        connection.close()
        answers[place] = found

    with server() as port:
        clients = [threading.Thread(target=client, args=(place, port)) for place in range(THREADS)]
        for one in clients:
            one.start()
        for one in clients:
            one.join()
    for found in answers:
        assert len(found) == 21
        assert [answer for _, answer in found] == [alone(question) for question, _ in found]
