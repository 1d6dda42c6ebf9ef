/** German descriptions of settings of access, protection, events, caches and the operation of the server. */
export const germanOperation: Readonly<Record<string, string>> = {
  'Wrong passwords in a row that lock the account of an administrator; 0: no limit':
    'Falsche Passwörter in Folge, die das Konto eines Administrators sperren; 0: kein Limit',
  'How long the account of an administrator is locked; 0: never':
    'Wie lange das Konto eines Administrators gesperrt ist; 0: nie',
  'Whether the case of the names of administrators counts at sign-in':
    'Ob bei der Anmeldung die Groß- und Kleinschreibung der Namen von Administratoren zählt',
  'Whether events are delivered': 'Ob Ereignisse zugestellt werden',
  'Name of the environment; stored for clients alone': 'Name der Umgebung; nur für Clients gespeichert',
  'Name of the merchant; stored for clients alone': 'Name des Händlers; nur für Clients gespeichert',
  'Name of the instance; stored for clients alone': 'Name der Instanz; nur für Clients gespeichert',
  'Provider of the subscriptions that name none': 'Empfänger der Abonnements, die keinen nennen',
  'How long an access token of an administrator is valid; 0: for ever':
    'Wie lange ein Zugriffstoken eines Administrators gilt; 0: unbegrenzt',
  'How long an access token of a customer is valid; 0: for ever':
    'Wie lange ein Zugriffstoken eines Kunden gilt; 0: unbegrenzt',
  'Failed requests for a token under a name after which further ones are refused; 0: no limit':
    'Fehlgeschlagene Anforderungen eines Tokens unter einem Namen, nach denen weitere abgelehnt werden; 0: kein Limit',
  'How long requests for a token under that name are refused':
    'Wie lange Anforderungen eines Tokens unter diesem Namen abgelehnt werden',
  'How long nonces of signed requests are stored: the greatest age of a signature':
    'Wie lange Nonces signierter Anfragen gespeichert werden: das Höchstalter einer Signatur',
  'Whether integrations may sign with HMAC-SHA1': 'Ob Integrationen mit HMAC-SHA1 signieren dürfen',
  'Whether integrations may send their access token in place of a signature':
    'Ob Integrationen ihr Zugriffstoken anstelle einer Signatur senden dürfen',
  'Message of storefronts that cannot reach the provider': 'Meldung von Storefronts, die den Anbieter nicht erreichen',
  'Message for refused tokens': 'Meldung bei abgelehnten Token',
  'Type of reCAPTCHA that guards the form; empty: none': 'Typ des reCAPTCHA, das das Formular schützt; leer: keines',
  'Code of the language of the badge': 'Code der Sprache des Abzeichens',
  'Place of the badge': 'Platz des Abzeichens',
  'Key with which the provider confirms tokens of this type':
    'Schlüssel, mit dem der Anbieter Token dieses Typs bestätigt',
  'Key of the website for this type of reCAPTCHA': 'Schlüssel der Website für diesen reCAPTCHA-Typ',
  'Score that a token needs, up to 1; 0: none': 'Wert, den ein Token erreichen muss, höchstens 1; 0: keiner',
  'Colours of the badge': 'Farben des Abzeichens',
  'Accounts that guests and customers may try to create from one address':
    'Konten, die Gäste und Kunden von einer Adresse anzulegen versuchen dürfen',
  'Failed sign-ins and password changes, and requests for reset emails, from one address':
    'Fehlgeschlagene Anmeldungen und Passwortänderungen, und Anforderungen von E-Mails zum Zurücksetzen, von einer Adresse',
  'Attempts of one signed-in customer at the own password, and changes of it':
    'Versuche eines angemeldeten Kunden mit dem eigenen Passwort, und dessen Änderungen',
  'Window in which attempts are counted': 'Zeitfenster, in dem Versuche gezählt werden',
  'Whether changes of administrators and integrations are recorded':
    'Ob Änderungen durch Administratoren und Integrationen aufgezeichnet werden',
  'How long entries of the audit log are stored; 0: for ever':
    'Wie lange Einträge des Protokolls gespeichert werden; 0: unbegrenzt',
  'Length to which each request and response body of a recorded call is stored':
    'Länge, bis zu der die Inhalte von Anfrage und Antwort eines aufgezeichneten Aufrufs je gespeichert werden',
  'How long recorded calls are stored': 'Wie lange aufgezeichnete Aufrufe gespeichert werden',
  'Number of recorded calls that are stored': 'Zahl der gespeicherten aufgezeichneten Aufrufe',
  'Characters of all recorded calls together': 'Zeichen aller aufgezeichneten Aufrufe zusammen',
  'Pictures that a process draws for one address; 0: no limit':
    'Bilder, die ein Prozess für eine Adresse zeichnet; 0: kein Limit',
  'How long a group of equal errors is stored after its last error':
    'Wie lange eine Gruppe gleicher Fehler nach ihrem letzten Fehler gespeichert wird',
  'Number of groups of equal errors that are stored': 'Zahl der gespeicherten Gruppen gleicher Fehler',
  'Hosts without a public address that hooks and events may be sent to; 1: all':
    'Hosts ohne öffentliche Adresse, an die Hooks und Ereignisse gesendet werden dürfen; 1: alle',
  'How long the log of deliveries is stored; 0: for ever':
    'Wie lange das Log der Zustellungen gespeichert wird; 0: unbegrenzt',
  'Whether changes of entities are logged': 'Ob Änderungen von Entitäten aufgezeichnet werden',
  'Kinds of entities that are not logged': 'Arten von Entitäten, die nicht aufgezeichnet werden',
  'How long the log of changes is stored; 0: for ever':
    'Wie lange das Log der Änderungen gespeichert wird; 0: unbegrenzt',
  'Where events of providers go whose workspace has no URL':
    'Wohin Ereignisse von Empfängern gehen, deren Workspace keine URL hat',
  'Fields that a query may have': 'Felder, die eine Abfrage haben darf',
  'CPU time that a request may take': 'CPU-Zeit, die eine Anfrage verbrauchen darf',
  'How deep a query may be nested': 'Wie tief eine Abfrage verschachtelt sein darf',
  'Longest list in the arguments of a mutation': 'Längste Liste in den Argumenten einer Mutation',
  'Items of lists that a response may have': 'Listeneinträge, die eine Antwort haben darf',
  'Items of lists that a query may ask for': 'Listeneinträge, die eine Abfrage verlangen darf',
  'Signature algorithms that tokens may have; empty: all of them':
    'Signaturalgorithmen, die Token haben dürfen; leer: alle',
  'Audiences of which a token needs one, separated by commas':
    'Zielgruppen (audience), von denen ein Token eine braucht, durch Kommas getrennt',
  'Difference that clocks may have': 'Unterschied, den Uhren haben dürfen',
  'Issuer of the tokens': 'Aussteller der Token',
  'Address of the keys; empty: the discovery document of the issuer names it':
    'Adresse der Schlüssel; leer: das Discovery-Dokument des Ausstellers nennt sie',
  'Shortest time between two requests for unknown keys':
    'Kürzeste Zeit zwischen zwei Anfragen nach unbekannten Schlüsseln',
  'Time after which keys are fetched again': 'Zeit, nach der Schlüssel erneut abgerufen werden',
  'Claim with the roles of a caller, or the path to it with dots':
    'Claim mit den Rollen eines Aufrufers, oder der Pfad dorthin mit Punkten',
  'Role by value of the claim, the most important first': 'Rolle nach Wert des Claims, die wichtigste zuerst',
  'Time that the identity service has for a response': 'Zeit, die der Identitätsdienst für eine Antwort hat',
  'Longest list that is an argument, and longest bulk; 0: any':
    'Längste Liste, die ein Argument ist, und längster Massenvorgang; 0: beliebig',
  'Longest list inside of a document; 0: any': 'Längste Liste innerhalb eines Dokuments; 0: beliebig',
  'Modules that are disabled': 'Deaktivierte Module',
  'How often an operation is tried that fails temporarily':
    'Wie oft ein Vorgang versucht wird, der vorläufig fehlschlägt',
  'Items that a bulk without an access token may have; 0: any number':
    'Vorgänge, die ein Massenvorgang ohne Zugriffstoken haben darf; 0: beliebig viele',
  'Open operations of one address without an access token; 0: any number':
    'Offene Vorgänge einer Adresse ohne Zugriffstoken; 0: beliebig viele',
  'Length of JSON up to which the arguments of complete operations are stored':
    'Länge des JSON, bis zu der die Argumente abgeschlossener Vorgänge gespeichert werden',
  'Longest delay between two attempts': 'Längste Wartezeit zwischen zwei Versuchen',
  'Open operations at which no more are accepted; 0: no limit':
    'Offene Vorgänge, ab denen keine weiteren angenommen werden; 0: kein Limit',
  'Size of new partitions on PostgreSQL; unless set, each table has a size of its own':
    'Größe neuer Partitionen auf PostgreSQL; ohne Wert hat jede Tabelle eine eigene Größe',
  'Time after which an operation without a message is published again':
    'Zeit, nach der ein Vorgang ohne Nachricht erneut veröffentlicht wird',
  'Time between two removals of expired entries': 'Zeit zwischen zwei Löschungen abgelaufener Einträge',
  'Delay before the second attempt, doubled for each further one':
    'Wartezeit vor dem zweiten Versuch, für jeden weiteren verdoppelt',
  'How long browsers may use stored responses, which nothing can purge, without asking again':
    'Wie lange Browser gespeicherte Antworten, die nichts löschen kann, ohne Rückfrage verwenden dürfen',
  'Bearer token of requests to purge content': 'Bearer-Token der Anfragen, die Inhalte aus Caches löschen',
  'Addresses of HTTP caches that are told to purge changed content':
    'Adressen von HTTP-Caches, die geänderte Inhalte löschen sollen',
  'Time after which content is purged once more: responses from before the change may be stored late':
    'Zeit, nach der Inhalte noch einmal gelöscht werden: Antworten von vor der Änderung werden womöglich verspätet gespeichert',
  'Calls of one account, or of guests of one address, in a window; 0: no limit':
    'Aufrufe eines Kontos, oder der Gäste einer Adresse, in einem Zeitfenster; 0: kein Limit',
  'Window in which calls are counted': 'Zeitfenster, in dem Aufrufe gezählt werden',
  'Time after which a token that the provider has not confirmed is refused':
    'Zeit, nach der ein Token abgelehnt wird, das der Anbieter nicht bestätigt hat',
  'Address at which the provider confirms the tokens of a reCAPTCHA':
    'Adresse, unter der der Anbieter die Token eines reCAPTCHA bestätigt',
  'The same address for credentials of the staging environment':
    'Dieselbe Adresse für Zugangsdaten der Staging-Umgebung',
  'Address at which hooks with credentials get an access token':
    'Adresse, unter der Hooks mit Zugangsdaten ein Zugriffstoken erhalten',
  'How long a finished bulk is stored; 0: for ever':
    'Wie lange ein abgeschlossener Massenvorgang gespeichert wird; 0: unbegrenzt',
  'Whether an HTTP cache in front of the shop (2) may store responses to guests; 1: there is none':
    'Ob ein HTTP-Cache vor dem Shop (2) Antworten an Gäste speichern darf; 1: es gibt keinen',
  'How long HTTP caches may store responses; they end with the day of the store view at the latest':
    'Wie lange HTTP-Caches Antworten speichern dürfen; spätestens enden sie mit dem Tag der Store-Ansicht',
  'How long the second factor is locked first; each further lock takes twice as long, at most a day':
    'Wie lange der zweite Faktor zuerst gesperrt ist; jede weitere Sperre dauert doppelt so lange, höchstens einen Tag',
  'Whether administrators sign in with a second factor beside the password':
    'Ob Administratoren sich zusätzlich zum Passwort mit einem zweiten Faktor anmelden',
  'Second factors that all administrators use; without any, they choose among the available ones':
    'Zweite Faktoren, die alle Administratoren verwenden; ohne Angabe wählen sie unter den verfügbaren',
  'Wrong codes in a row that lock the second factor of an administrator':
    'Falsche Codes in Folge, die den zweiten Faktor eines Administrators sperren',
  'How many codes of an authenticator app before and after the present one are accepted: a code is valid for 30 seconds':
    'Wie viele Codes einer Authenticator-App vor und nach dem aktuellen angenommen werden: ein Code gilt 30 Sekunden',
  'Domain at which administrators sign in with security keys; without it, there are none':
    'Domain, unter der Administratoren sich mit Sicherheitsschlüsseln anmelden; ohne sie gibt es keine',
  'Longest list of objects in an asynchronous call where input limits are on; 0: any':
    'Längste Liste von Objekten in einem asynchronen Aufruf, wenn Eingabelimits aktiv sind; 0: beliebig',
  'Longest list of objects in other calls where input limits are on; 0: any':
    'Längste Liste von Objekten in anderen Aufrufen, wenn Eingabelimits aktiv sind; 0: beliebig',
  'Size of a page where the client names none and input limits are on':
    'Größe einer Seite, wenn der Client keine nennt und Eingabelimits aktiv sind',
  'Whether lists and pages of requests are limited': 'Ob Listen und Seiten von Anfragen begrenzt sind',
  'Largest page that a client may ask for where input limits are on':
    'Größte Seite, die ein Client verlangen darf, wenn Eingabelimits aktiv sind',
  'Whether guests may read the catalogue and the pages over REST':
    'Ob Gäste den Katalog und die Seiten über REST lesen dürfen',
};
