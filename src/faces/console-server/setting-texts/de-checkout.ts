/** German descriptions of settings of the checkout, carriers, payment methods, taxes, currencies and gift cards. */
export const germanCheckout: Readonly<Record<string, string>> = {
  'Store of the counts of orders, such as `redis`; any text has the same effect, and without one nothing is limited':
    'Speicher der Zählung von Bestellungen, etwa `redis`; jeder Text wirkt gleich, ohne Text ist nichts begrenzt',
  'Whether the shop ships with the carrier': 'Ob der Shop mit dem Versanddienst liefert',
  'Fee for handling: an amount in the base currency, or a percentage of the price':
    'Bearbeitungsgebühr: ein Betrag in der Basiswährung oder Prozent des Preises',
  'Whether the fee for handling is an amount or a percentage of the price':
    'Ob die Bearbeitungsgebühr ein Betrag oder Prozent des Preises ist',
  'Title of its shipping method': 'Titel seiner Versandart',
  'Price of shipping, in the base currency': 'Preis des Versands, in der Basiswährung',
  'Whether the carrier serves some countries only': 'Ob der Versanddienst nur in bestimmte Länder liefert',
  'Whether buyers see the carrier where it does not serve them':
    'Ob Käufer den Versanddienst sehen, wo er nicht liefert',
  'Countries that the carrier serves, where it serves some only':
    'Länder, in die der Versanddienst liefert, wenn es nur bestimmte sind',
  'Message for buyers whom the carrier does not serve': 'Meldung an Käufer, zu denen der Versanddienst nicht liefert',
  'Title of the carrier': 'Titel des Versanddienstes',
  'Whether the price of Flat Rate is for an order or for a unit; empty: shipping is free':
    'Ob der Preis von Flat Rate je Bestellung oder je Stück gilt; leer: der Versand ist kostenlos',
  'Order value after discounts from which Free Shipping is offered, in the base currency':
    'Bestellwert nach Rabatten, ab dem Free Shipping angeboten wird, in der Basiswährung',
  'Whether table rates depend on the weight, the value or the number of units of an order':
    'Ob die Versandtabelle nach Gewicht, Wert oder Stückzahl einer Bestellung gilt',
  'Whether products that are not shipped count for the value of an order':
    'Ob Produkte ohne Versand zum Wert einer Bestellung zählen',
  'Whether carts show the picture of a configurable product or of its variant':
    'Ob Warenkörbe das Bild eines konfigurierbaren Produkts oder das seiner Variante zeigen',
  'How long a cart is stored that nobody changes; 0: for ever':
    'Wie lange ein Warenkorb gespeichert wird, den niemand ändert; 0: unbegrenzt',
  'Whether the number beside the link to the cart counts units, not items':
    'Ob die Zahl neben dem Link zum Warenkorb die Stückzahl statt der Artikel zählt',
  'Whether buyers have to agree to terms and conditions': 'Ob Käufer Geschäftsbedingungen zustimmen müssen',
  'Whether guests learn that an email address has an account':
    'Ob Gäste erfahren, dass eine E-Mail-Adresse ein Konto hat',
  'Whether buyers may order without an account': 'Ob Käufer ohne Konto bestellen dürfen',
  'Items that the summary of an order shows': 'Artikel, die die Übersicht einer Bestellung zeigt',
  'Whether the checkout is on one page': 'Ob die Kasse auf einer Seite ist',
  'Whether pages show a small cart': 'Ob Seiten einen kleinen Warenkorb zeigen',
  'Items that the small cart shows': 'Artikel, die der kleine Warenkorb zeigt',
  'Currencies that buyers may choose': 'Währungen, die Käufer wählen können',
  'Currency in which the website keeps its books': 'Währung, in der die Website ihre Bücher führt',
  'Currency of the store view': 'Währung der Store-Ansicht',
  'Whether buyers may add a message to gift cards': 'Ob Käufer Geschenkkarten eine Nachricht hinzufügen dürfen',
  'Whether customers may turn gift cards into store credit':
    'Ob Kunden Geschenkkarten in Kundenguthaben umwandeln dürfen',
  'How long a gift card is valid; 0: it does not expire': 'Wie lange eine Geschenkkarte gilt; 0: sie läuft nicht ab',
  'Longest message of a gift card': 'Längste Nachricht einer Geschenkkarte',
  'Status of an order item that activates its gift cards':
    'Status eines bestellten Artikels, der seine Geschenkkarten aktiviert',
  'Characters of the codes of gift cards: letters and digits, or one of both':
    'Zeichen der Codes von Geschenkkarten: Buchstaben und Ziffern oder nur eines davon',
  'Length of codes without prefix, suffix and hyphens': 'Länge der Codes ohne Präfix, Suffix und Bindestriche',
  'Text before each code': 'Text vor jedem Code',
  'Characters of a code between two hyphens; 0: no hyphens':
    'Zeichen eines Codes zwischen zwei Bindestrichen; 0: keine Bindestriche',
  'Text after each code': 'Text nach jedem Code',
  'New codes that are put into the pool at once': 'Neue Codes, die auf einmal in den Vorrat kommen',
  'Unused codes below which the pool gets new ones': 'Ungenutzte Codes, unter deren Zahl der Vorrat neue erhält',
  'Whether buyers may pay with the method': 'Ob Käufer mit der Zahlungsart zahlen dürfen',
  'Whether the method is for buyers of some countries only': 'Ob die Zahlungsart nur für Käufer bestimmter Länder ist',
  'How buyers pay; orders show it': 'Wie Käufer zahlen; Bestellungen zeigen es',
  'Largest order total of the method; empty or 0: no limit':
    'Größte Bestellsumme für die Zahlungsart; leer oder 0: kein Limit',
  'Smallest order total of the method; empty or 0: no limit':
    'Kleinste Bestellsumme für die Zahlungsart; leer oder 0: kein Limit',
  'Status of new orders': 'Status neuer Bestellungen',
  'Place of the method among the others, lowest first': 'Platz der Zahlungsart unter den anderen, niedrigster zuerst',
  'Countries whose buyers may pay with the method, where it is for some only':
    'Länder, deren Käufer mit der Zahlungsart zahlen dürfen, wenn sie nur für bestimmte ist',
  'Title of the payment method': 'Titel der Zahlungsart',
  'Setting of a payment provider, for storefronts; the server does not use it':
    'Einstellung eines Zahlungsanbieters, für Storefronts; der Server verwendet sie nicht',
  'Address that cheques are sent to': 'Adresse, an die Schecks gesendet werden',
  'Payee of cheques': 'Zahlungsempfänger von Schecks',
  'Whether an order only reserves the money of the buyer, or takes it':
    'Ob eine Bestellung den Betrag beim Käufer nur reserviert oder einzieht',
  'URL at which the paths of the payment gateway begin': 'URL, mit der die Pfade des Zahlungs-Gateways beginnen',
  'Key for the payment gateway': 'Schlüssel für das Zahlungs-Gateway',
  'Longest time that the platform waits for the payment gateway, with all attempts':
    'Höchste Wartezeit der Plattform auf das Zahlungs-Gateway, mit allen Versuchen',
  'City that the shop ships from': 'Ort, von dem der Shop versendet',
  'Country that the shop ships from': 'Land, aus dem der Shop versendet',
  'Postcode that the shop ships from': 'Postleitzahl, von der der Shop versendet',
  'Region that the shop ships from: its ID, or its name': 'Region, aus der der Shop versendet: ihre ID oder ihr Name',
  'Street that the shop ships from, first line': 'Straße, von der der Shop versendet, erste Zeile',
  'Street that the shop ships from, second line': 'Straße, von der der Shop versendet, zweite Zeile',
  'Amounts that taxes are rounded for: of a unit, of an item or of the whole cart':
    'Beträge, für die Steuern gerundet werden: eines Stücks, eines Artikels oder des ganzen Warenkorbs',
  'Whether taxes are computed after discounts': 'Ob Steuern nach Rabatten berechnet werden',
  'Address that decides on taxes: of the shipment, of the invoice or of the shop':
    'Adresse, nach der sich Steuern richten: der Lieferung, der Rechnung oder des Shops',
  'Whether prices with tax are the same in all countries': 'Ob Preise mit Steuer in allen Ländern gleich sind',
  'Whether discounts are computed from prices with tax': 'Ob Rabatte aus Preisen mit Steuer berechnet werden',
  'Whether prices of products include tax': 'Ob Preise von Produkten Steuer enthalten',
  'Whether prices of shipping include tax': 'Ob Versandpreise Steuer enthalten',
  'Whether carts list each tax': 'Ob Warenkörbe jede Steuer aufführen',
  'Whether prices of gift wrapping in carts are shown without tax, with tax, or both':
    'Ob Preise von Geschenkverpackungen in Warenkörben ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether carts show the grand total with and without tax': 'Ob Warenkörbe die Gesamtsumme mit und ohne Steuer zeigen',
  'Whether prices in carts are shown without tax, with tax, or both':
    'Ob Preise in Warenkörben ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether prices of printed cards in carts are shown without tax, with tax, or both':
    'Ob Preise von Grußkarten in Warenkörben ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether prices of shipping in carts are shown without tax, with tax, or both':
    'Ob Versandpreise in Warenkörben ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether subtotals of carts are shown without tax, with tax, or both':
    'Ob Zwischensummen von Warenkörben ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether carts show a tax of 0': 'Ob Warenkörbe eine Steuer von 0 zeigen',
  'ID of the tax class of customers whose tax is included in prices; 0: that of the buyer':
    'ID der Steuerklasse der Kunden, deren Steuer in Preisen enthalten ist; 0: die des Käufers',
  'ID of the tax class of shipping; 0: none': 'ID der Steuerklasse des Versands; 0: keine',
  'ID of the tax class of gift wrapping': 'ID der Steuerklasse der Geschenkverpackung',
  'Country of buyers without an address': 'Land von Käufern ohne Adresse',
  'Postcode of buyers without an address': 'Postleitzahl von Käufern ohne Adresse',
  'ID of the region of buyers without an address': 'ID der Region von Käufern ohne Adresse',
  'Whether prices of shipping methods are shown without tax, with tax, or both':
    'Ob Preise von Versandarten ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether prices of products are shown without tax, with tax, or both':
    'Ob Preise von Produkten ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether orders list each tax': 'Ob Bestellungen jede Steuer aufführen',
  'Whether prices of gift wrapping in orders are shown without tax, with tax, or both':
    'Ob Preise von Geschenkverpackungen in Bestellungen ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether orders show the grand total with and without tax':
    'Ob Bestellungen die Gesamtsumme mit und ohne Steuer zeigen',
  'Whether prices in orders are shown without tax, with tax, or both':
    'Ob Preise in Bestellungen ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether prices of printed cards in orders are shown without tax, with tax, or both':
    'Ob Preise von Grußkarten in Bestellungen ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether prices of shipping in orders are shown without tax, with tax, or both':
    'Ob Versandpreise in Bestellungen ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether subtotals of orders are shown without tax, with tax, or both':
    'Ob Zwischensummen von Bestellungen ohne Steuer, mit Steuer oder mit beidem gezeigt werden',
  'Whether orders show a tax of 0': 'Ob Bestellungen eine Steuer von 0 zeigen',
  'Whether taxes are due on fixed taxes': 'Ob auf feste Produktsteuern Steuern anfallen',
  'How product pages show prices with fixed taxes': 'Wie Produktseiten Preise mit festen Produktsteuern zeigen',
  'How emails show prices with fixed taxes': 'Wie E-Mails Preise mit festen Produktsteuern zeigen',
  'How lists of products show prices with fixed taxes': 'Wie Produktlisten Preise mit festen Produktsteuern zeigen',
  'How carts and orders show prices with fixed taxes':
    'Wie Warenkörbe und Bestellungen Preise mit festen Produktsteuern zeigen',
  'Whether the shop has fixed taxes on products': 'Ob der Shop feste Steuern auf Produkte hat',
  'Whether subtotals include fixed taxes': 'Ob Zwischensummen feste Produktsteuern enthalten',
};
