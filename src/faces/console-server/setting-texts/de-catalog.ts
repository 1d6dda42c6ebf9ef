/** German descriptions of settings of the catalog, its stock, searches, recommendations and lists of products. */
export const germanCatalog: Readonly<Record<string, string>> = {
  'Whether browsers show bought files (inline) or store them (attachment)':
    'Ob Browser gekaufte Dateien anzeigen (inline) oder speichern (attachment)',
  'Whether guests may not buy downloads': 'Ob Gäste keine Downloads kaufen dürfen',
  'Hosts that downloads may be links to; empty: any': 'Hosts, auf die Downloads verweisen dürfen; leer: alle',
  'Whether bought links are available once they are ordered or once they are invoiced':
    'Ob gekaufte Links nach der Bestellung oder erst nach der Rechnung verfügbar sind',
  'Whether links whose product does not decide may be used without an account':
    'Ob Links ohne Konto genutzt werden dürfen, wenn das Produkt es nicht festlegt',
  'Attribute by which lists of products are sorted; position: as the category orders them':
    'Attribut, nach dem Produktlisten sortiert sind; position: in der Reihenfolge der Kategorie',
  'Products on a page of a grid': 'Produkte auf einer Seite eines Rasters',
  'Numbers of products that buyers may choose for a page of a grid':
    'Anzahlen von Produkten, die Käufer für eine Seite eines Rasters wählen können',
  'Whether products are shown as a grid or a list; with both, the first is the default':
    'Ob Produkte als Raster oder Liste gezeigt werden; bei beiden ist das erste der Standard',
  'Products on a page of a list': 'Produkte auf einer Seite einer Liste',
  'Numbers of products that buyers may choose for a page of a list':
    'Anzahlen von Produkten, die Käufer für eine Seite einer Liste wählen können',
  'Whether lists of products can be filtered by category': 'Ob Produktlisten nach Kategorie gefiltert werden können',
  'Whether price_range_step is the width of price ranges (manual), or the prices decide (auto, improved)':
    'Ob price_range_step die Breite der Preisbereiche ist (manual) oder die Preise sie bestimmen (auto, improved)',
  'Price ranges at most where their width is set by hand; the last takes all higher prices':
    'Höchstzahl der Preisbereiche, wenn ihre Breite festgelegt ist; der letzte umfasst alle höheren Preise',
  'Width of price ranges, in the currency of the website, where it is set by hand':
    'Breite der Preisbereiche, wenn sie festgelegt ist, in der Währung der Website',
  'Picture of products that have none: a file below catalog/product/placeholder in the media folder':
    'Bild für Produkte ohne eigenes: eine Datei unter catalog/product/placeholder im Medienordner',
  'Scope of prices and of the base currency: all websites, or each website':
    'Geltungsbereich der Preise und der Basiswährung: alle Websites oder jede Website',
  'Whether price alerts are sent': 'Ob Benachrichtigungen zu Preisen gesendet werden',
  'Whether stock alerts are sent': 'Ob Benachrichtigungen zum Bestand gesendet werden',
  'Whether customers review products': 'Ob Kunden Produkte bewerten',
  'Whether guests review products, too': 'Ob auch Gäste Produkte bewerten',
  'Whether storefronts learn the names of the catalog price rules that apply to a product':
    'Ob Storefronts die Namen der Katalogpreisregeln erfahren, die für ein Produkt gelten',
  'Length from which the terms of searches are counted': 'Länge, ab der Suchbegriffe gezählt werden',
  'Suggestions for a search at most': 'Höchstzahl der Vorschläge zu einer Suche',
  'Whether a search with unknown words suggests similar ones':
    'Ob eine Suche mit unbekannten Wörtern ähnliche vorschlägt',
  'Whether category pages name their canonical address': 'Ob Kategorieseiten ihre kanonische Adresse nennen',
  'End of the addresses of category pages': 'Ende der Adressen von Kategorieseiten',
  'Whether products have an address below each of their categories':
    'Ob Produkte eine Adresse unter jeder ihrer Kategorien haben',
  'Whether product pages name their canonical address': 'Ob Produktseiten ihre kanonische Adresse nennen',
  'End of the addresses of product pages': 'Ende der Adressen von Produktseiten',
  'Whether links to products contain the path of their category':
    'Ob Links zu Produkten den Pfad ihrer Kategorie enthalten',
  'Whether old addresses of pages lead to the new ones': 'Ob alte Adressen von Seiten zu den neuen führen',
  'Text between the parts of the titles of pages': 'Text zwischen den Teilen der Titel von Seiten',
  'Whether refunded items go back into stock by themselves':
    'Ob erstattete Artikel von selbst in den Bestand zurückkommen',
  'Whether more can be ordered than there is: 0 no, 1 yes, 2 yes, and buyers are notified':
    'Ob mehr bestellt werden kann als vorhanden ist: 0 nein, 1 ja, 2 ja, mit Hinweis an Käufer',
  'Whether products are sold in multiples of qty_increments only':
    'Ob Produkte nur in Vielfachen von qty_increments verkauft werden',
  'Whether the quantity of products is counted': 'Ob der Bestand von Produkten geführt wird',
  'Greatest quantity of a product in a cart': 'Größte Menge eines Produkts in einem Warenkorb',
  'Quantity at which products are out of stock': 'Menge, bei der Produkte nicht auf Lager sind',
  'Least quantity of a product in a cart': 'Kleinste Menge eines Produkts in einem Warenkorb',
  'Quantity below which the stock of a product is low': 'Menge, unter der der Bestand eines Produkts niedrig ist',
  'Quantity of which multiples are sold': 'Menge, von der Vielfache verkauft werden',
  'Whether orders reduce the quantity that can be sold': 'Ob Bestellungen die verkäufliche Menge verringern',
  'Whether buyers who ask for too many learn how many are left':
    'Ob Käufer, die zu viel verlangen, die verbleibende Menge erfahren',
  'Whether lists show products that are out of stock': 'Ob Listen Produkte zeigen, die nicht auf Lager sind',
  'Quantity up to which product pages show how many are left; 0: they never do':
    'Menge, bis zu der Produktseiten die verbleibende Menge zeigen; 0: nie',
  'Service that knows distances: Google Maps, or imported places of geonames.org':
    'Dienst für Entfernungen: Google Maps oder importierte Orte von geonames.org',
  'Key of the shop for Google Maps': 'Schlüssel des Shops für Google Maps',
  'Ways whose length Google Maps returns': 'Wege, deren Länge Google Maps liefert',
  'Whether the shortest or the fastest way counts': 'Ob der kürzeste oder der schnellste Weg zählt',
  'Coupons that are generated at once': 'Gutscheine, die auf einmal erzeugt werden',
  'Whether storefronts learn the rules that apply to a cart':
    'Ob Storefronts die Regeln erfahren, die für einen Warenkorb gelten',
  'Whether guests may recommend products as well': 'Ob auch Gäste Produkte empfehlen dürfen',
  'Whether customers may recommend products by email': 'Ob Kunden Produkte per E-Mail empfehlen dürfen',
  'Recommendations of a sender in an hour': 'Empfehlungen eines Absenders in einer Stunde',
  'Recipients of a recommendation': 'Empfänger einer Empfehlung',
  'How often categories change': 'Wie oft sich Kategorien ändern',
  'Priority of categories among the pages of the shop, from 0 to 1':
    'Priorität von Kategorien unter den Seiten des Shops, von 0 bis 1',
  'How often content pages change': 'Wie oft sich Inhaltsseiten ändern',
  'Priority of content pages among the pages of the shop, from 0 to 1':
    'Priorität von Inhaltsseiten unter den Seiten des Shops, von 0 bis 1',
  'How often products change': 'Wie oft sich Produkte ändern',
  'Priority of products among the pages of the shop, from 0 to 1':
    'Priorität von Produkten unter den Seiten des Shops, von 0 bis 1',
  'Whether robots.txt names the sitemap': 'Ob robots.txt die Sitemap nennt',
  'Whether /graphql also has the queries of the catalogue service, in place of its own products and categories':
    'Ob /graphql auch die Abfragen des Katalogdienstes hat, anstelle der eigenen Produkte und Kategorien',
  'Whether the catalogue service returns the prices of the group in the header Magento-Customer-Group to anybody who sends it':
    'Ob der Katalogdienst jedem, der den Header Magento-Customer-Group sendet, die Preise dieser Gruppe liefert',
  'How long compare lists of guests are stored after their last use; 0: for ever':
    'Wie lange Vergleichslisten von Gästen nach der letzten Nutzung gespeichert werden; 0: unbegrenzt',
  'Heading of the recommendations "Often bought together" on the storefront':
    'Überschrift der Empfehlungen „Häufig zusammen gekauft“ in der Storefront',
  'Kinds of pages with the recommendations "Often bought together"; none: they are off':
    'Arten von Seiten mit den Empfehlungen „Häufig zusammen gekauft“; keine: sie sind aus',
  'Age of the orders from which recommendations are derived, at most':
    'Höchstalter der Bestellungen, aus denen Empfehlungen abgeleitet werden',
  'Heading of the recommendations "Most popular" on the storefront':
    'Überschrift der Empfehlungen „Am beliebtesten“ in der Storefront',
  'Kinds of pages with the recommendations "Most popular"; none: they are off':
    'Arten von Seiten mit den Empfehlungen „Am beliebtesten“; keine: sie sind aus',
  'Products in each unit of recommendations, at most': 'Höchstzahl der Produkte in jedem Block von Empfehlungen',
  'Heading of the recommendations "Recently viewed" on the storefront':
    'Überschrift der Empfehlungen „Zuletzt angesehen“ in der Storefront',
  'Kinds of pages with the recommendations "Recently viewed"; none: they are off':
    'Arten von Seiten mit den Empfehlungen „Zuletzt angesehen“; keine: sie sind aus',
  'How long the most ordered products stay in memory before they are counted again':
    'Wie lange die meistbestellten Produkte im Speicher bleiben, bevor sie neu gezählt werden',
  'Heading of the recommendations "You may also like" on the storefront':
    'Überschrift der Empfehlungen „Das könnte Ihnen auch gefallen“ in der Storefront',
  'Kinds of pages with the recommendations "You may also like"; none: they are off':
    'Arten von Seiten mit den Empfehlungen „Das könnte Ihnen auch gefallen“; keine: sie sind aus',
  'Values by which products score more or less in searches, such as "featured: Yes ^ 2" or "in_stock: 1 ^ 1.5"':
    'Werte, durch die Produkte in Suchen mehr oder weniger zählen, etwa "featured: Yes ^ 2" oder "in_stock: 1 ^ 1.5"',
  'Searches that lead to a page instead of results, such as "sale => /sale.html"':
    'Suchen, die zu einer Seite statt zu Ergebnissen führen, etwa "sale => /sale.html"',
  'Words that find each other, such as "sofa, couch, settee", or in one direction, such as "mobile => phone"':
    'Wörter, die einander finden, etwa "sofa, couch, settee", oder in einer Richtung, etwa "mobile => phone"',
  'How long a counted search term is stored after its last search; 0: terms are not counted':
    'Wie lange ein gezählter Suchbegriff nach seiner letzten Suche gespeichert wird; 0: Begriffe werden nicht gezählt',
  'Whether a word that no product has finds the words that differ in one letter, from 8 letters on in two':
    'Ob ein Wort, das kein Produkt hat, die Wörter findet, die in einem Buchstaben abweichen, ab 8 Buchstaben in zweien',
  'Time after which a request to Google Maps is given up':
    'Zeit, nach der eine Anfrage an Google Maps abgebrochen wird',
  'Address of Google Maps, or of a service with its interface':
    'Adresse von Google Maps oder eines Dienstes mit dieser Schnittstelle',
  'Whether customers have wish lists': 'Ob Kunden Wunschlisten haben',
  'Whether customers may have several wish lists': 'Ob Kunden mehrere Wunschlisten haben dürfen',
  'Wish lists of a customer at most': 'Höchstzahl der Wunschlisten eines Kunden',
};
