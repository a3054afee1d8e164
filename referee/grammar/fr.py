"""French words. A section holds phrases, parted by commas; ``{a|b}`` stands for either.

Case, accents and hyphens do not count. Sections are explained in ``lexicon.py``.
"""

from __future__ import annotations

WORDS: dict[str, str] = {
    "polite": """
        bonjour, bonsoir, salut, coucou, re bonjour, rebonjour, bien le bonjour, bonne
        {journée|soirée|nuit|chance|partie|continuation|fin de journée}, merci, merci
        {beaucoup|bien|encore|d'avance|par avance}, mille mercis, s'il {vous|te} plaît, s il {vous|te}
        plaît, sil {vous|te} plaît, svp, stp, je vous prie, je vous en prie, encore merci, cordialement,
        {bien|très} cordialement, amicalement, bien à vous, à bientôt, à plus, à plus tard, au revoir,
        cher, chère, chers, chères, bises, salutations, meilleures salutations, sans rancune,
        {désolé|désolée|pardon} {pour le|du} retard, bravo, bien joué, merci {de|pour} votre
        {patience|attente}, merci d'avoir attendu, félicitations
    """,
    "vocative": """
        à {tous|toutes}, à tous et à toutes, à toutes et à tous, tout le monde, à tout le monde,
        {les|mes|chers|mes chers|} amis, messieurs, mesdames, mesdames et messieurs, messieurs dames,
        monsieur, madame, {le|cher|monsieur le|madame la|} croupier, {chère|madame la|} croupière,
        camarades, à toute la table, à la table, à vous tous, les gars, la compagnie, {cher|monsieur l'}
        organisateur, collègues, chers {collègues|joueurs}
    """,
    "aside": """
        ok, okay, d'accord, bon, eh bien, ben, bah, allez, allons, allons y, hop, euh, hum, hmm, oh, ah,
        ha, haha, mdr, lol, ptdr, voilà, voici, parfait, bien, très bien, entendu, tant pis, dommage,
        zut, action, décision, réponse, {ma|la} {décision|réponse}, {mon|le} {choix|action|tour|jeu},
        l'action, mon action, {ma|la} {décision|réponse} est {de|}, {mon|le} choix est {de|}, mon action
        est {de|}, c'est à moi, c'est mon tour, à mon tour, à moi, à moi de jouer, pour {moi|ma part},
        quant à moi, de mon côté, après réflexion, tout bien réfléchi
    """,
    "filler": """
        et, donc, alors, maintenant, simplement, tout simplement, aussi, puis, enfin, volontiers, avec
        plaisir, à regret, avec regret, à contrecœur, cette fois, cette fois ci, pour {cette fois|ce
        tour|ce coup|cette manche|cette main|l'instant|le moment}, sur ce coup, ce tour, ce tour ci, ce
        coup, ce coup ci, du coup, également, sagement, prudemment, sans hésiter, sans {regret|regrets},
        malheureusement, hélas, à {grand|mon grand} regret, tout de suite, immédiatement, tout de même,
        quand même
    """,
    "subject": """
        je, j', j, moi, moi je, il, elle, je vais, je vais donc, je voudrais, je voudrais bien,
        j'aimerais, j'aimerais bien, je {souhaite|désire|veux|préfère|choisis de}, je {décide|décide
        donc} de, j'ai décidé de, je me contente de, il se contente de, elle se contente de, {il|elle|}
        {décide|choisit} de, {il|elle|} préfère, je tiens à, permettez moi de, je fais, fais, fait, je
        fais un, fait un, j'annonce, annonce, je choisis, je vais simplement, joue, dis, dit
    """,
    "article": "les, mes, ces",
    "neg": """
        ne, n', pas, jamais, non, aucun, aucune, sans, ni, rien, personne, nullement, guère, plutôt que,
        au lieu de, pas question
    """,
    "cond": """
        si, s'il, s'ils, s'elle, sauf, quand, lorsque, lorsqu'il, sinon, peut être, peutêtre, à moins
        que, à moins qu', au cas où, serait, pourrait, pourrais, devrais, devrait, dès que, dès qu',
        tant que, éventuellement, seulement si, faut il, dois je
    """,
    "idiom": """
        c'est tout, à suivre, suis moi, passe moi, je passe à, ma parole, la parole à, tout est, sur
        parole
    """,
    "retract": """
        attends, attendez, en fait, finalement, pardon, oups, plutôt, correction, désolé, désolée,
        rectification, erreur, je voulais dire, je veux dire
    """,
    "or": "ou, ou bien",
    "yes": """
        oui, ouais, je confirme, confirme, confirmé, oui oui, {oui|} c'est {bien|} {moi|de moi}, {oui|} c'est
        {bien|} moi qui {l'ai|ai} écrit, {oui|} c'était {bien|} moi, {oui|} je l'ai {bien|} écrit
    """,
    "to": """
        à, jusqu'à, pour {arriver|aller|monter|passer} à, {arriver|arrivant|arrive} à, {pour|soit|à|} un
        total de, {pour|soit} un total à, total de, soit, c'est à dire, ce qui fait, ça fait, pour
        faire, pour atteindre, atteindre, à hauteur de, soit donc, portant le total à, au total de, et
        arrive à, pour un total à
    """,
    "by": "de, d'",
    "for": "pour, avec",
    "from": "à partir de",
    "more": "de plus, en plus, de mieux, supplémentaire, supplémentaires, encore, de rab",
    "total": "au total, en tout, total, totale, au final, tout compris, en tout et pour tout",
    "plus": "plus",
    "in": "dans le pot, au pot, au milieu, sur la table, sur le tapis",
    "unit": "jeton, jetons, fiche, fiches, de mes jetons, jetons à moi",
    "min": "{le|au|} minimum, {le|au|} min, minimale, minimum légal",
    "max": "{le|au|} maximum, {le|au|} max",
    "referee": "arbitre, l'arbitre, monsieur l'arbitre",
    "command:referee": """
        {appeler|appelle|appelez|j'appelle|je demande|j'appelle donc|je veux} l'arbitre, parler à
        l'arbitre, appel à l'arbitre, faire appel à l'arbitre, je fais appel à l'arbitre, j'en appelle à
        l'arbitre, {appeler|appelle|appelez|j'appelle} {le croupier|l'organisateur}, arbitre svp
    """,
    "command:register": """
        inscription, je m'inscris, s'inscrire, m'inscrire, inscris moi, inscrivez moi, inscrire, mon
        inscription, demande d'inscription, {merci de|veuillez} m'inscrire
    """,
    "command:withdraw": """
        désistement, je me désiste, me désister, se désister, je me désinscris, me désinscrire,
        désinscription, désinscrivez moi, désinscris moi, {annulez|annuler|j'annule|annule} mon
        inscription, désister, je dois me désister, {je me retire|me retirer|se retirer|je dois me retirer}
        {du tournoi|de la compétition|de la ligue}, {je quitte|quitter} {le tournoi|la compétition|la
        ligue}, {je renonce|renoncer} {au tournoi|à la compétition|à la ligue}
    """,
    "command:status": """
        {quelle est|voir} la situation, quel est l'état, état, statut, situation, la situation,
        situation en cours, où en est on, où en sommes nous, l'état, où en est la partie, état de la
        {partie|table}, à qui {le tour|de jouer|de parler}, à qui est ce {de jouer|de parler|le tour}, c'est
        à qui, mes tables
    """,
    "command:help": """
        aide, aidez moi, aide moi, à l'aide, commandes, l'aide, instructions, comment {jouer|on joue|ça
        marche|faire}, que puis je {faire|écrire}, mode d'emploi, au secours, j'ai besoin d'aide
    """,
}

NUMBERS = """
    zéro, {un|une}, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze,
    quinze, seize, dix sept, dix huit, dix neuf, vingt
"""
"""From zero to twenty, in order."""

OTHER_NUMBERS = """
    trente, quarante, cinquante, soixante, cent, cents, mille, million, millions, vingtaine, dizaine,
    douzaine, quinzaine, centaine, demi, demie, moitié, virgule, septante, nonante, moins
"""
"""Words that are part of a number this grammar does not read: write it in digits."""

GAMES: dict[str, dict[str, str]] = {
    "holdem": {
        "fold": """
            me couche, se couche, me coucher, se coucher, couche, coucher, couché, couchée,
            {couche|coucher} {mes cartes|ma main|mon jeu|ses cartes|sa main|son jeu}, me couche donc,
            passe, passer, passe mon jeu, fold, folde, folder, foldé, {jette|jeter|lâche|lâcher} {mes
            cartes|ma main|mon jeu|ses cartes|sa main|son jeu|le coup}, jette, {abandonne|abandonner}
            {le coup|la main|ma main|mes cartes|ce coup|la manche}, {laisse|laisser} {tomber|tomber ce
            coup}, me couche sur ce coup
        """,
        "pass": "passe mon tour, passer mon tour, passe son tour",
        "call": """
            suis, suit, suivre, suivi, {vous|te} suis, suis le coup, paie, paye, payer, paie pour voir,
            paye pour voir, payer pour voir, call, calle, caller, égalise, égaliser, complète,
            compléter, suis pour voir, suivre le mouvement, en {suivant|payant|complétant|égalisant}
        """,
        "check": """
            parole, check, checke, checker, checks, {dis|dit|fais|fait|faire} parole, je dis parole, je
            fais parole, je passe la parole, passe la parole
        """,
        "raise": """
            relance, relancer, en {relançant|montant|augmentant|surenchérissant}, surrelance, sur
            relance, surrelancer, sur relancer, re relance, re relancer, surenchéris, surenchérit,
            surenchérir, surenchère, ma relance, ma relance est {de|}, augmente, augmenter, monte,
            monter, raise, reraise, raiser, hausse, {monte|monter|augmente|augmenter|hausse} les
            enchères
        """,
        "bet": """
            mise, miser, en {misant|pariant|ouvrant}, parie, parier, bet, beter, ouvre, ouvrir,
            ouverture, ma mise, ma mise est {de|}, {place|placer} une mise
        """,
        "add": """
            rajoute, rajouter, ajoute, ajouter, remet, remets, remettre, en
            {rajoutant|ajoutant|remettant}
        """,
        "put": """
            pose, poser, met, mets, mettre, avance, avancer, engage, engager, dépose, déposer, envoie,
            envoyer, en {posant|mettant|avançant|engageant|déposant}
        """,
        "all-in": """
            tapis, faire tapis, {fais|fait} tapis, à tapis, {fais|fait} un tapis, {fais|fait} boîte,
            {mise|miser|met|mets|mettre|joue|jouer|engage|pose|envoie|pousse|parie} {tout|le tout},
            {mise|miser|met|mets|mettre|joue|jouer|engage} {le reste|la totalité|la totalité de mes
            jetons}, {mise|miser|met|mets|mettre|joue|jouer|engage|pose|envoie|pousse} {mon|son}
            {tapis|stack}, tout {miser|mettre|jouer}, tous {mes|ses} jetons, {mise|mets|joue|} mes
            {derniers jetons|dernières fiches}, {mise|mets|met|joue|engage} tout mon {tapis|stack}, la
            totalité de mes jetons, {mise|mets|met|} tout ce {qui me reste|que j'ai|qu'il me reste},
            tout mon {tapis|stack}, all in, allin, shove, push, pousse tapis, envoie {le|} tapis, me
            mets à tapis, se met à tapis, mets tout dedans, relance tapis, en faisant tapis
        """,
        "bet-object": """
            {la|ta|sa|votre|cette|leur|l'} {mise|relance|enchère|surenchère}, les enchères, la mise en
            cours
        """,
        "all-in-object": "{le|son|ton|votre|ce} tapis, {l'|le|son|ton|votre|ce} all in",
        "hint:call": """
            {le|la|les} suis, reste, rester, tiens, j'y vais, j'en suis, suis partant, reste dedans,
            vois, voir, banco
        """,
        "hint:fold": "abandonne, abandonner, me retire, se retire, sors, quitte, dors, laisse, lâche",
    },
    "saint": {
        "river": """
            rivière, river, {à|dans|sur|pour|vers} la rivière, {ma|la|} carte {de|pour} la rivière, {ma|la}
            rivière
        """,
        "reveal": """
            montrer, montre, montrez, révéler, révèle, dévoiler, dévoile, découvrir, découvre, retourner,
            retourne, abattre, abats, abat, exposer, expose, reveal
        """,
        "take": """
            prendre, prends, prend, ramasser, ramasse, récupérer, récupère, reprendre, reprends, reprend,
            piocher, pioche, take
        """,
        "put": """
            mettre, mets, met, poser, pose, placer, place, donner, donne, ajouter, ajoute, choisir,
            choisis, choisit, jouer, déposer, dépose
        """,
        "article:card": "le, la, l', un, une, les, mes, ma, mon, cette, ce, cet",
        "filler:card": """
            {la|ma} carte, {les|mes} cartes, carte, cartes, {de|dans} la réserve, de la rivière, de la
            table
        """,
    },
    "pyramid": {
        "place": """
            placer, place, places, placez, poser, pose, poses, mettre, mets, met, déposer, dépose, bâtir,
            construire, ajouter, ajoute
        """,
        "pick": """
            prendre, prends, prend, ramasser, ramasse, retirer, retire, enlever, enlève, récupérer,
            récupère, piocher, pioche, tirer, tire
        """,
        "hand": """
            main, {en|à|dans|sur} {la|ma|} main, {la|ma} main, {en|à|dans|} {la|} main numéro
        """,
        "choose": "choisir, choisis, choisit, garder, garde, sélectionner, sélectionne",
        "row:space": """
            rangée, ligne, rang, étage, {à|en|sur|dans} la {rangée|ligne}, la {rangée|ligne}, de la
            {rangée|ligne}, au rang
        """,
        "column:space": "colonne, col, {à|en|de|dans|sur} la colonne, en colonne, la colonne",
        "ordinal:1": "première, {dans|en|à|de|} {la|ma} première",
        "ordinal:2": "{deuxième|seconde}, {dans|en|à|de|} {la|ma} {deuxième|seconde}",
        "ordinal:3": "troisième, {dans|en|à|de|} {la|ma} troisième",
        "filler:space": """
            en, sur, au, le, {le|ce|mon|du|} bloc, {la|en|à la|} case, {l'|} emplacement, numéro
        """,
        "article:card": "la, l', un, une, mon, ma, cette, ce, cet",
    },
}

ALONE: dict[str, str] = {
    "command:register": """
        participer, participe, je participe, {je veux|je voudrais|je souhaite|j'aimerais} jouer, {je
        m'inscris|m'inscrire|je participe|participer|inscription} {au tournoi|à la compétition|à la ligue}
    """,
    "command:withdraw": """
        je me retire, me retirer, se retirer, retrait, je renonce, je dois me retirer, je {ne|}
        participe {pas|plus}
    """,
}
"""What is said of no table: at one, some of these words mean a move."""

RANKS = """
    deux, trois, quatre, cinq, six, sept, huit, neuf, dix, valet, {dame|reine}, roi, as
"""
"""From two to ace."""

SUITS = "{trèfle|trèfles}, {carreau|carreaux}, {cœur|cœurs}, {pique|piques}"
"""Clubs, diamonds, hearts, spades."""

COURT = {"K": "R", "Q": "D", "J": "V", "T": "10"}
"""Letters of ranks that are written otherwise in this language."""

SAYS: dict[str, dict[str, str]] = {
    "holdem": {
        "fold": "se coucher",
        "check": "parole",
        "call": "suivre",
        "raise": "relancer à {to}",
        "all-in": "faire tapis",
        "timeout": "temps écoulé",
        "remove": "retiré par l'arbitre",
        "chips": "{n} jeton|{n} jetons",
    },
    "saint": {
        "river": "rivière {cards}",
        "reveal": "montrer {cards}",
        "take": "prendre {cards}",
        "timeout": "temps écoulé",
    },
    "pyramid": {
        "place": "placer {at}",
        "pick": "prendre {at}",
        "hand": "main {hand}",
        "choose": "choisir {block} main {hand}",
        "timeout": "temps écoulé",
        "abandon": "abandonne le match",
    },
}

EXAMPLES: dict[str, dict[str, str]] = {
    "holdem": {
        "fold": "SE COUCHER <vous quittez ce coup>",
        "check": "PAROLE <rien à payer>",
        "call": "SUIVRE <{chips}>",
        "raise": "RELANCER À <montant : {min} à {max}>",
        "raise-one": "RELANCER À <montant : {min} seulement>",
        "all-in": "FAIRE TAPIS <{chips}, tout ce que vous avez>",
    },
    "saint": {
        "river": "RIVIÈRE <une carte parmi {cards}>",
        "reveal": "MONTRER <deux cartes parmi {cards}>",
        "take": "PRENDRE <une carte parmi {cards}>",
    },
    "pyramid": {
        "place": "PLACER <rangée-colonne, parmi {spaces}>",
        "pick": "PRENDRE <rangée-colonne, parmi {spaces}>",
        "hand": "MAIN <parmi {hands}>",
        "choose": "CHOISIR <un bloc parmi {cards}> MAIN <parmi {hands}>",
    },
}
