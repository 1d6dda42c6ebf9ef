/** German descriptions of settings of orders, their documents and returns, quotes, companies and requisition lists. */
export const germanSales: Readonly<Record<string, string>> = {
  'Whether companies may pay by some methods alone': 'Ob Unternehmen nur mit bestimmten Zahlungsarten zahlen dürfen',
  'Codes of these payment methods': 'Codes dieser Zahlungsarten',
  'Whether some carriers alone may ship to companies': 'Ob nur bestimmte Versanddienste an Unternehmen liefern dürfen',
  'Codes of these carriers': 'Codes dieser Versanddienste',
  'Whether users of a company share their requisition lists with each other':
    'Ob Benutzer eines Unternehmens ihre Bestelllisten miteinander teilen',
  'Days for which a link to a shared requisition list is valid':
    'Tage, die ein Link zu einer geteilten Bestellliste gilt',
  'Recipients of an email about a shared requisition list at most':
    'Höchstzahl der Empfänger einer E-Mail zu einer geteilten Bestellliste',
  'Page of the storefront that shows shared requisition lists':
    'Seite der Storefront, die geteilte Bestelllisten zeigt',
  'Whether the companies of customers decide who signs in and who orders':
    'Ob die Unternehmen der Kunden bestimmen, wer sich anmeldet und wer bestellt',
  'Whether buyers of companies negotiate quotes in storefronts':
    'Ob Käufer von Unternehmen in Storefronts über Angebote verhandeln',
  'Whether companies that have purchase orders enabled may use them':
    'Ob Unternehmen mit aktivierten Bestellanforderungen diese verwenden dürfen',
  'Whether storefronts offer a form that adds products to the cart by SKU':
    'Ob Storefronts ein Formular anbieten, das Produkte nach SKU in den Warenkorb legt',
  'Whether customers have requisition lists': 'Ob Kunden Bestelllisten haben',
  'Whether customers see the products and categories of their shared catalog alone':
    'Ob Kunden nur die Produkte und Kategorien ihres gemeinsamen Katalogs sehen',
  'Identity that gets an email about each registered company':
    'Kontakt des Shops, der zu jedem registrierten Unternehmen eine E-Mail erhält',
  'Addresses that get the same email': 'Adressen, die dieselbe E-Mail erhalten',
  'Whether storefronts may register companies': 'Ob Storefronts Unternehmen registrieren dürfen',
  'Endings of the files that may be attached to comments on quotes':
    'Endungen der Dateien, die Kommentaren zu Angeboten angehängt werden dürfen',
  'Days that a new quote is valid; 0: without end': 'Tage, die ein neues Angebot gilt; 0: unbegrenzt',
  'Minimum subtotal of carts for which buyers request quotes, in the base currency':
    'Kleinste Zwischensumme von Warenkörben, für die Käufer Angebote anfragen, in der Basiswährung',
  'Message for buyers whose cart is below the minimum amount of quotes':
    'Meldung an Käufer, deren Warenkorb unter dem Mindestbetrag für Angebote liegt',
  'Requisition lists of a customer at most': 'Höchstzahl der Bestelllisten eines Kunden',
  'Whether the number of orders is limited': 'Ob die Zahl der Bestellungen begrenzt ist',
  'Orders that guests may place in a period from one address; 0: no limit':
    'Bestellungen, die Gäste in einem Zeitraum von einer Adresse aufgeben dürfen; 0: kein Limit',
  'Orders that a customer may place in a period; 0: no limit':
    'Bestellungen, die ein Kunde in einem Zeitraum aufgeben darf; 0: kein Limit',
  'Period in which orders are counted, in seconds': 'Zeitraum, in dem Bestellungen gezählt werden, in Sekunden',
  'Whether customers may cancel orders': 'Ob Kunden Bestellungen stornieren dürfen',
  'Reason for which customers cancel orders; empty: the reason is not offered':
    'Grund, aus dem Kunden Bestellungen stornieren; leer: der Grund wird nicht angeboten',
  'Whether buyers may ask for a receipt without prices': 'Ob Käufer einen Beleg ohne Preise verlangen dürfen',
  'Whether items may have a gift message, where the product does not say':
    'Ob Artikel eine Geschenknachricht haben dürfen, wenn das Produkt es nicht festlegt',
  'Whether orders may have a gift message': 'Ob Bestellungen eine Geschenknachricht haben dürfen',
  'Whether buyers may add a printed card to an order': 'Ob Käufer einer Bestellung eine Grußkarte hinzufügen dürfen',
  'Price of a printed card, in the base currency; empty: it is free':
    'Preis einer Grußkarte, in der Basiswährung; leer: sie ist kostenlos',
  'Whether buyers may have items wrapped, where the product does not say':
    'Ob Käufer Artikel einpacken lassen dürfen, wenn das Produkt es nicht festlegt',
  'Whether buyers may have an order wrapped': 'Ob Käufer eine Bestellung einpacken lassen dürfen',
  'Address of the shop on printed documents; empty: that of the store information':
    'Adresse des Shops auf gedruckten Belegen; leer: die der Angaben zum Shop',
  'Street of the address of returns, first line': 'Straße der Adresse für Rücksendungen, erste Zeile',
  'Street of the address of returns, second line': 'Straße der Adresse für Rücksendungen, zweite Zeile',
  'City of the address of returns': 'Ort der Adresse für Rücksendungen',
  'Country of the address of returns': 'Land der Adresse für Rücksendungen',
  'Whether customers may return items': 'Ob Kunden Artikel zurücksenden dürfen',
  'Whether items may be returned whose products do not say':
    'Ob Artikel zurückgesendet werden dürfen, deren Produkte es nicht festlegen',
  'Region of the address of returns: its ID, or its name':
    'Region der Adresse für Rücksendungen: ihre ID oder ihr Name',
  'Name in the address of returns': 'Name in der Adresse für Rücksendungen',
  'Whether returned parcels go where the shop ships from':
    'Ob Rücksendungen an den Ort gehen, von dem der Shop versendet',
  'Postcode of the address of returns': 'Postleitzahl der Adresse für Rücksendungen',
  'Whether orders have a minimum amount': 'Ob Bestellungen einen Mindestbetrag haben',
  'Minimum amount of orders, in the base currency': 'Mindestbetrag von Bestellungen, in der Basiswährung',
  'Message for buyers whose order is below the minimum amount':
    'Meldung an Käufer, deren Bestellung unter dem Mindestbetrag liegt',
  'Whether the minimum amount holds for the subtotal after discounts':
    'Ob der Mindestbetrag für die Zwischensumme nach Rabatten gilt',
  'Whether the minimum amount holds for the subtotal with tax':
    'Ob der Mindestbetrag für die Zwischensumme mit Steuer gilt',
  'Coupons that a cart may have': 'Gutscheine, die ein Warenkorb haben darf',
  'Whether customers may put the items of an order into their cart again':
    'Ob Kunden die Artikel einer Bestellung erneut in ihren Warenkorb legen dürfen',
  'Whether a credit memo may have a total of zero': 'Ob eine Gutschrift eine Summe von null haben darf',
  'Whether buyers get an email about the document': 'Ob Käufer eine E-Mail zu dem Beleg erhalten',
  'Whether customers get an email about this step of a return':
    'Ob Kunden eine E-Mail zu diesem Schritt einer Rücksendung erhalten',
  'Whether buyers get an email once their order is ready for pickup':
    'Ob Käufer eine E-Mail erhalten, sobald ihre Bestellung zur Abholung bereitliegt',
  'Whether approvers and buyers get emails about purchase orders':
    'Ob Genehmigende und Käufer E-Mails zu Bestellanforderungen erhalten',
  'Whether these copies are blind carbon copies (bcc), or emails of their own (copy)':
    'Ob diese Kopien Blindkopien (bcc) oder eigene E-Mails (copy) sind',
  'Email addresses that get copies of the emails about quotes and quote templates':
    'E-Mail-Adressen, die Kopien der E-Mails zu Angeboten und Angebotsvorlagen erhalten',
  'Whether buyers and the shop get emails about quotes and quote templates':
    'Ob Käufer und Händler E-Mails zu Angeboten und Angebotsvorlagen erhalten',
  'Whether the printed document has the number of the order': 'Ob der gedruckte Beleg die Nummer der Bestellung hat',
  'Days for which an invitation to a company is valid': 'Tage, die eine Einladung in ein Unternehmen gilt',
  'Invitations that a company may send in an hour': 'Einladungen, die ein Unternehmen in einer Stunde senden darf',
  'Greatest size of a file that is attached to a comment on a quote':
    'Größte Datei, die einem Kommentar zu einem Angebot angehängt wird',
  'Emails about shared requisition lists that a customer may send in an hour':
    'E-Mails zu geteilten Bestelllisten, die ein Kunde in einer Stunde senden darf',
  'How long a guest may confirm the request for a return':
    'Wie lange ein Gast die Anfrage einer Rücksendung bestätigen kann',
  'How long a guest may confirm the cancellation of an order':
    'Wie lange ein Gast die Stornierung einer Bestellung bestätigen kann',
  'Whether the email about the document has it attached as PDF': 'Ob die E-Mail zu dem Beleg ihn als PDF im Anhang hat',
  'Path of the TrueType or OpenType font of printed documents; empty: a built-in one':
    'Pfad der TrueType- oder OpenType-Schrift gedruckter Belege; leer: eine eingebaute',
  'Whether each shipment has a label, also without packages': 'Ob jede Lieferung ein Etikett hat, auch ohne Pakete',
};
