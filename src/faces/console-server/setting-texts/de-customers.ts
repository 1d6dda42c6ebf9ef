/** German descriptions of settings of customers, their accounts, reward points, gift registries and newsletters. */
export const germanCustomers: Readonly<Record<string, string>> = {
  'Text between place and country in the search term of an area':
    'Text zwischen Ort und Land im Suchbegriff eines Gebiets',
  'Whether visitors may write to the shop': 'Ob Besucher dem Händler schreiben dürfen',
  'Email address at which the shop is reached': 'E-Mail-Adresse, unter der der Händler erreichbar ist',
  'Whether customers confirm a changed email address': 'Ob Kunden eine geänderte E-Mail-Adresse bestätigen',
  'Whether storefronts learn the group of a customer': 'Ob Storefronts die Gruppe eines Kunden erfahren',
  'Whether an account serves one website or all of them': 'Ob ein Konto für eine Website oder für alle gilt',
  'Whether forms ask for the attribute': 'Ob Formulare nach dem Attribut fragen',
  'Lines that the street of an address may have': 'Höchstzahl der Zeilen für die Straße einer Adresse',
  'Whether the form asks for the word before the first failure as well':
    'Ob das Formular auch vor dem ersten Fehlversuch nach dem Wort fragt',
  'Whether the case of letters counts': 'Ob die Groß- und Kleinschreibung zählt',
  'Whether forms show the picture of a word': 'Ob Formulare das Bild eines Wortes zeigen',
  'Failures of a network address after which forms ask for the word':
    'Fehlversuche von einer IP-Adresse, nach denen Formulare nach dem Wort fragen',
  'Failures of a login after which forms ask for the word':
    'Fehlversuche mit einem Anmeldenamen, nach denen Formulare nach dem Wort fragen',
  'Forms that show a picture': 'Formulare, die ein Bild zeigen',
  'Letters of a word': 'Zahl der Buchstaben eines Wortes',
  'Whether forms always ask for the word, or after failures alone':
    'Ob Formulare immer oder nur nach Fehlversuchen nach dem Wort fragen',
  'Letters of which words consist': 'Buchstaben, aus denen Wörter bestehen',
  'How long a word is accepted': 'Wie lange ein Wort angenommen wird',
  'Whether VAT numbers decide into which groups customers come':
    'Ob die USt-IdNr. bestimmt, in welche Gruppe Kunden kommen',
  'Whether new customers confirm their email address before they sign in':
    'Ob neue Kunden ihre E-Mail-Adresse bestätigen, bevor sie sich anmelden',
  'Group of new customers': 'Gruppe neuer Kunden',
  'Address of which the VAT number counts': 'Adresse, deren USt-IdNr. zählt',
  'Whether VAT numbers of new customers do not count': 'Ob die USt-IdNr. neuer Kunden nicht zählt',
  'Group of valid numbers of the country of the shop': 'Gruppe für gültige Nummern aus dem Land des Shops',
  'Group of numbers that could not be validated': 'Gruppe für Nummern, die nicht geprüft werden konnten',
  'Group of valid numbers of other EU countries': 'Gruppe für gültige Nummern aus anderen EU-Ländern',
  'Group of invalid numbers': 'Gruppe für ungültige Nummern',
  'Whether there is store credit': 'Ob es Kundenguthaben gibt',
  'Whether customers see the history of their store credit': 'Ob Kunden den Verlauf ihres Guthabens sehen',
  'Whether storefronts learn the segments of a customer': 'Ob Storefronts die Segmente eines Kunden erfahren',
  'Whether browsers may fill in forms of accounts': 'Ob Browser Formulare von Konten ausfüllen dürfen',
  'Wrong passwords in a row that lock an account; 0: no limit':
    'Falsche Passwörter in Folge, die ein Konto sperren; 0: kein Limit',
  'How long an account is locked; 0: never': 'Wie lange ein Konto gesperrt ist; 0: nie',
  'Links that may be requested for an email address in an hour; 0: no limit':
    'Links, die für eine E-Mail-Adresse in einer Stunde angefordert werden können; 0: kein Limit',
  'Time between two requests for one email address': 'Zeit zwischen zwei Anforderungen für eine E-Mail-Adresse',
  'Length of the shortest password': 'Länge des kürzesten Passworts',
  'Whether requests for links are limited; each value but 0 limits those for one email address':
    'Ob Anforderungen von Links begrenzt sind; jeder Wert außer 0 begrenzt die für eine E-Mail-Adresse',
  'Kinds of characters that a password needs: lower case, upper case, digits, others':
    'Arten von Zeichen, die ein Passwort braucht: Kleinbuchstaben, Großbuchstaben, Ziffern, andere',
  'How long a link is valid': 'Wie lange ein Link gilt',
  'How long a code is valid by which somebody signs in as a customer':
    'Wie lange ein Code gilt, mit dem sich jemand als Kunde anmeldet',
  'Whether administrators may sign in as customers who allow it':
    'Ob Administratoren sich als Kunden anmelden dürfen, die es erlauben',
  'Label of the box by which customers allow assistance': 'Bezeichnung des Kästchens, mit dem Kunden Hilfe erlauben',
  'Explanation beside the box by which customers allow assistance':
    'Erklärung neben dem Kästchen, mit dem Kunden Hilfe erlauben',
  'Whether customers may have gift registries': 'Ob Kunden Geschenklisten haben dürfen',
  'People that a gift registry may be for': 'Personen, für die eine Geschenkliste sein darf',
  'People that a gift registry may be shared with at a time':
    'Personen, mit denen eine Geschenkliste auf einmal geteilt werden darf',
  'Whether a refund takes back the points that the order has earned':
    'Ob eine Erstattung die Punkte zurücknimmt, die mit der Bestellung gesammelt wurden',
  'How long reward points are valid; 0: they do not expire': 'Wie lange Prämienpunkte gelten; 0: sie verfallen nicht',
  'Whether the lifetime of the day on which points were earned holds (static), or that of today (dynamic)':
    'Ob die Gültigkeitsdauer vom Tag des Sammelns der Punkte gilt (static) oder die heutige (dynamic)',
  'Whether there are reward points': 'Ob es Prämienpunkte gibt',
  'Whether customers see their reward points and pay with them':
    'Ob Kunden ihre Prämienpunkte sehen und mit ihnen zahlen',
  'Largest balance of a customer; 0: no limit': 'Größter Punktestand eines Kunden; 0: kein Limit',
  'Balance from which customers may pay with reward points':
    'Punktestand, ab dem Kunden mit Prämienpunkten zahlen dürfen',
  'Whether customers see the history of their reward points': 'Ob Kunden den Verlauf ihrer Prämienpunkte sehen',
  'Days before points expire on which customers are warned by email; 0: never':
    'Tage vor dem Verfall von Punkten, an denen Kunden per E-Mail gewarnt werden; 0: nie',
  'Whether customers get emails about their reward points': 'Ob Kunden E-Mails zu ihren Prämienpunkten erhalten',
  'Whether customers earn reward points with the amounts that they pay':
    'Ob Kunden mit den bezahlten Beträgen Prämienpunkte sammeln',
  'Whether the shop has a newsletter': 'Ob der Shop einen Newsletter hat',
  'Whether guests may subscribe to the newsletter': 'Ob Gäste den Newsletter abonnieren dürfen',
  'Whether subscribers confirm that they want the newsletter':
    'Ob Abonnenten das Abonnement des Newsletters bestätigen',
  'Messages to the shop that a customer, or a guest by network address, may send in an hour':
    'Nachrichten an den Händler, die ein Kunde, oder ein Gast nach IP-Adresse, in einer Stunde senden darf',
  'Greatest size of a file in an attribute of a customer or an address that has no max_file_size':
    'Größte Datei in einem Attribut eines Kunden oder einer Adresse, das kein max_file_size hat',
  'Whether customers get an email about each change of their store credit, also where none is requested':
    'Ob Kunden zu jeder Änderung ihres Guthabens eine E-Mail erhalten, auch wenn keine verlangt ist',
  'Invitations to gift registries that a customer may send in an hour':
    'Einladungen zu Geschenklisten, die ein Kunde in einer Stunde senden darf',
  'Items that a gift registry may have': 'Artikel, die eine Geschenkliste haben darf',
  'Gift registries that a customer may have': 'Geschenklisten, die ein Kunde haben darf',
  'URL that validates VAT numbers, with {country} and {number}; empty: only their format is validated':
    'URL, die USt-IdNrn. prüft, mit {country} und {number}; leer: nur ihr Format wird geprüft',
  'Time that the VAT service has for a response': 'Zeit, die der Dienst für USt-IdNrn. für eine Antwort hat',
};
