"""What the things on our pages are called, in both languages: the one place where the tests name them."""

from __future__ import annotations

import re


def either(*texts: str) -> re.Pattern[str]:
    """A whole name, in French or in English."""
    return re.compile(rf"^\s*(?:{'|'.join(texts)})\s*$")


PLAY = either("Jouer", "Play")
FRIENDS = either("Entre amis", "With friends")
SCREEN = either("Sur cet écran", "On this screen")
OPTIONS = either("Options")
BEGIN = either("Commencer", "Begin")
NICKNAME = re.compile("Votre prénom|Your name")
FIRST_NAME = re.compile("Prénom du joueur 1|Name of player 1")
SECOND_NAME = re.compile("Prénom du joueur 2|Name of player 2")
CALLED = re.compile("Comment vous appelle-t-on|What shall we call you")
HERE_ONLY = re.compile("sur cet ordinateur|on this computer only")
SIT = either("M’asseoir", "Sit down")
INVITE = either("Inviter", "Invite")

YOUR_TURN = either("● À vous de jouer · Escale", "● Your turn · Escale")
TURN_NOTICE = either("À vous de jouer", "Your turn")
OVER = either("La partie est finie", "The game is over")
GAME_OVER = re.compile("^(Terminé|Game over) · .+ · Escale$")
CONFIRM = either("Valider", "Confirm")
SENDING = re.compile("Envoi…|Sending…")
HERE = re.compile("en ligne|here")
CANCEL = either("Annuler", "Cancel")
UNDO = either("Reprendre", "Take back")
ASK_UNDO = either("Demander à reprendre", "Ask to take back")
ACCEPT = either("Accepter", "Accept")
DECLINE = either("Refuser", "Decline")
QUESTION = either("● Une question pour vous · Escale", "● A question for you · Escale")
HAVE_ASKED = re.compile("Vous avez demandé à reprendre|You have asked to take back")
DECLINED = re.compile(r"refuse\s: rien n’est repris|declines: nothing is taken back")
BACK_TO_NOW = either("Revenir au présent", "Back to now")
READ_RULE = either("Lire la règle", "Read the rule")
RECONNECTING = re.compile("La liaison est coupée|The line is cut|Vous êtes hors ligne|You are offline")
WATCHING = re.compile("Vous regardez la partie|You are watching")
TRIAL = re.compile(r"Essai\s: |Trial: ")
TAKEN_BACK = re.compile("Des coups ont été repris|Moves were taken back")
PAST = re.compile("Coup [0-9]+ sur [0-9]+|Move [0-9]+ of [0-9]+")
MENU = either("Menu")
END = either("Arrêter la table", "End the table")
END_SURE = re.compile("Cliquez encore|Click again")
ENDED = re.compile("arrêtée|was ended")
DESCRIBE = either("Décrire le plateau", "Describe the board")
SETTINGS = either("Réglages", "Settings")
NO_ANIMATIONS = either("Aucune", "None")
READY = re.compile("^(Je suis|I’m) ")

HINT = either("Un indice", "Hint")
A_HINT = either("Un indice", "A hint")
WHERE = either(r"Où ça\s\?", "Where\\?")
SHOW_ME = either("Montrez-moi", "Show me")
SHOW_AGAIN = either("Montrer encore", "Show it again")
FOR_YOU_ALONE = re.compile("pour vous seulement|for you alone")
CHANCES = re.compile(r"Chances de gagner\s: environ \d+\s%|Chances of winning: about \d+%")

WON = re.compile("gagné|win|victoire|victory")
REMATCH = either("Revanche", "Rematch")
REVIEW = either("Revoir", "Review")
SHARE = either("Partager", "Share")
FAIR = either("Mélange honnête", "Fair shuffle")
VERIFY = either("Vérifier", "Verify")
FITS = re.compile("C’est juste|It fits")
CLOSE = either("Fermer", "Close")

REPLAY_PLAY = either("Lire", "Play")
PAUSE = either("Pause")
NEXT = either("Un coup en avant", "One move on")
PREVIOUS = either("Un coup en arrière", "One move back")
SAVE = either("Enregistrer", "Save as a file")
FORK = either("Continuer d’ici", "Play on from here")
REVIEW_GAME = either("Analyser cette partie", "Review this game")
LOOK = either("Voir", "Look")
SHOW_BETTER = either("Montrer le meilleur coup", "Show the better move")
BETTER = re.compile(r"Ce qui aurait été mieux\s: |What would have been better: ")
BACK_TO_GAME = either("Revenir à la partie", "Back to the game")
PLAY_HERE = either("Jouer pour .+ à partir d’ici", "Play on for .+")
FIGURES = either("Les chiffres", "The figures")
BOT_PACE = either("Vitesse des robots", "How fast the bots play")
QUICKLY = either("Rapide", "Quickly")
PACE_QUICK = re.compile(r"Vitesse des robots\s: rapide|How fast the bots play: quickly")
SEATS = either("Places", "Seats")
SEAT_TWO = re.compile(r"^\s*(Place|Seat) 2\b")
WHOLE_LINK = re.compile("La partie entière|The whole game")
ADRIFT = re.compile("Pas de liaison|No line to the library")
RETRY = either("Réessayer", "Try again")
WATCH = either("Regarder", "Watch")
TO_TABLE = either("Aller à la table", "To the table")


def may_they(n: int) -> re.Pattern[str]:
    """The question whether so many moves may be taken back."""
    if n == 1:
        return re.compile(r"demande à reprendre son coup\s: acceptez-vous|asks to take back a move: do you agree")
    return re.compile(rf"demande à reprendre {n} coups\s: acceptez-vous|asks to take back {n} moves: do you agree")
