"""PokerStars' histories in other languages: a table, a column each, puts their lines into the English words of `lines`."""

from __future__ import annotations

import re

__all__ = ["in_english"]

_WORDS = (  # English, Portuguese, Spanish, French
    (r"PokerStars Hand #\1:", r"^Mão PokerStars #(\d+):", r"^Mano n\.º (\d+) de (?:Zoom de )?PokerStars:",
     r"^(?:Main PokerStars n[°º]|PokerStars Partie #)(\d+) ?:"),
    ("Tournament #", "Torneio #", r"Torneo (?:n\.º |#)", "Tournoi (?:n[°º] ?|#)"),
    (r"Table '\1'", "^Mesa '(.+?)'", '^Mesa "(.+?)"', "^Table '(.+?)'"),
    (r"Seat #\1 is the button", r"Lugar #(\d+) é o botão", r"El asiento n\.º (\d+) es el botón",
     r"(?:Siège|Place) #(\d+) est (?:le|au) bouton"),
    ("Seat ", r"^Lugar (?=\d)", r"^Asiento (?=\d)", r"^(?:Siège|Place) (?=\d)"),
    (" is sitting out", r"(?<=em fichas\)) .+", r"(?<=en fichas\)) .+", r"(?<=en jetons\)) .+"),
    (": posts the ante ", ": coloca ante ", ": pone (?:el |un )?ante ", r" ?: (?:met|poste) (?:l'|une? )?ante\.? "),
    (": posts small blind ", ": paga o small blind ", ": pone la ciega pequeña ", r" ?: (?:met|poste) la petite blind\.? "),
    (": posts big blind ", ": paga o big blind ", ": pone la ciega grande ", r" ?: (?:met|poste) la grosse blind\.? "),
    (r"Dealt to \1 [", r"^(.+) recebe \[", r"^Repartidas a (.+) \[", r"^Distribuées à (.+) \["),
    (": folds", ": desiste", ": se retira", r" ?: (?:passe|se couche)\b\.?"),
    (": checks", ": passa", ": pasa", r" ?: parole\b\.?"),
    (": calls ", ": iguala ", ": iguala ", r" ?: suit\.? "),
    (": bets ", ": aposta ", ": apuesta ", r" ?: mise\.? "),
    (r": raises \1 to ", ": aumenta (.+?) para ", ": sube (.+?) a ", r" ?: relance(?: de)?\.? (.+?) à "),
    (r"Uncalled bet (\1) returned to ", r"^Aposta não-igualada \((.+?)\) voltou para ",
     r"^La apuesta no igualada \((.+?)\) ha sido devuelta a ", r"^Mise non \S+ \((.+?)\) (?:a été )?\S+ à "),
    (r" collected \1 from pot", " recebeu (.+?) do pote", " se lleva (.+?) del bote", r" remporte (.+?) du pot"),
    (" shows [", r":? mostr(?:a|ou) \[", r":? muestra \[", r"(?: ?:)? (?:montre|a montré) \["),
    (": mucks hand", ": (?:não mostra|esconde) a mão", ": (?:no muestra|descarta) su mano.*", " ?: (?:ne montre pas|cache) .*"),
    ("*** TURN ***", r"\*\*\* TURN \*\*\*", r"\*\*\* TURN \*\*\*", r"\*\*\* TOURNANT \*\*\*"),
    ("*** RIVER ***", r"\*\*\* RIVER \*\*\*", r"\*\*\* RIVER \*\*\*", r"\*\*\* RIVIÈRE \*\*\*"),
    ("*** SUMMARY ***", r"\*\*\* SUMÁRIO \*\*\*", r"\*\*\* RESUMEN \*\*\*", r"\*\*\* (?:SYNTHÈSE|RÉSUMÉ) \*\*\*"),
    ("Total pot ", "^Total pote ", "^Bote total ", "^Pot total "),
    ("| Rake ", r"\| comissão ", r"\| Comisión ", r"\| Commission "),
    ("Board [", r"^Mesa \[", r"^Comunitarias \[", r"^Tableau \["),
    (" mucked [", r" escondeu as cartas \[", r" descartó sin mostrar \[", r" a caché \["),
    (" collected (", r" recebeu \(", r" recaudó \(", r" a remporté \("),
    (" won (", r" ganhou \(", r" ganó \(", r" a gagné \("),
)  # fmt: skip
_ENGLISH, *_OTHERS = zip(*_WORDS, strict=True)
_READ = [[(re.compile(one), said) for one, said in zip(words, _ENGLISH, strict=True)] for words in _OTHERS]
_DOES = re.compile(r"(?!\*|Seat )[^\[]+? ?: .")


def in_english(lines: list[str]) -> tuple[list[str], list[str]]:
    """Return the lines of a hand in English, and those of what players do for which there are no words.

    >>> in_english(["Mão PokerStars #1: Hold'em", "Ann: aumenta 2 para 4", "Bob: espera"])
    (["PokerStars Hand #1: Hold'em", 'Ann: raises 2 to 4', 'Bob: espera'], ['Bob: espera'])
    """
    english = lines
    for word, said in next((words for words in _READ if words[0][0].match(lines[0])), ()):
        english = [word.sub(said, line, count=1) for line in english]
    return english, [line for line in english if english is not lines and line in lines and _DOES.match(line)]
