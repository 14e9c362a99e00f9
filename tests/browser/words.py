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
RULES = either("Règles", "Rules")
BEGIN = either("Commencer", "Begin")
NICKNAME = re.compile("Votre prénom|Your name")
FIRST_NAME = re.compile("Prénom du joueur 1|Name of player 1")
SECOND_NAME = re.compile("Prénom du joueur 2|Name of player 2")
CALLED = re.compile("Comment vous appelle-t-on|What shall we call you")
SIT = either("M’asseoir", "Sit down")
INVITE = either("Inviter", "Invite")

YOUR_TURN = either("● À vous de jouer · Escale", "● Your turn · Escale")
TURN_NOTICE = either("À vous de jouer", "Your turn")
OVER = either("La partie est finie", "The game is over")
CONFIRM = either("Valider", "Confirm")
CANCEL = either("Annuler", "Cancel")
UNDO = either("Reprendre", "Take back")
ASK_UNDO = either("Demander à reprendre", "Ask to take back")
ACCEPT = either("Accepter", "Accept")
DECLINE = either("Refuser", "Decline")
BACK_TO_NOW = either("Revenir au présent", "Back to now")
READ_RULE = either("Lire la règle", "Read the rule")
RECONNECTING = re.compile("La liaison est coupée|The line is cut|Vous êtes hors ligne|You are offline")
WATCHING = re.compile("Vous regardez la partie|You are watching")
TRIAL = re.compile(r"Essai\s: |Trial: ")
TAKEN_BACK = re.compile("Des coups ont été repris|Moves were taken back")
PAST = re.compile("Coup [0-9]+ sur [0-9]+|Move [0-9]+ of [0-9]+")
MENU = either("Menu")
DESCRIBE = either("Décrire le plateau", "Describe the board")
SETTINGS = either("Réglages", "Settings")
NO_ANIMATIONS = either("Aucune", "None")
READY = re.compile("^(Je suis|I’m) ")

WON = re.compile("gagné|win|victoire|victory")
RESULT = either("Voir le résultat", "See the result")
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
WHOLE_LINK = re.compile("La partie entière|The whole game")
ADRIFT = re.compile("Pas de liaison|No line to the library")
RETRY = either("Réessayer", "Try again")
WATCH = either("Regarder", "Watch")
TO_TABLE = either("Aller à la table", "To the table")
