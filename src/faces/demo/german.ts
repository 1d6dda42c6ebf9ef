import type { Wording } from './texts.ts';

/** Kinds with their articles. */
const kinds: Readonly<Record<string, readonly ['Der' | 'Die' | 'Das', string]>> = {
  Saucepan: ['Die', 'Kasserolle'],
  Stockpot: ['Der', 'Suppentopf'],
  Kettle: ['Der', 'Teekessel'],
  Bowl: ['Die', 'Schale'],
  Plate: ['Der', 'Teller'],
  Carafe: ['Die', 'Karaffe'],
  Mug: ['Der', 'Becher'],
  Throw: ['Der', 'Überwurf'],
  Blanket: ['Die', 'Decke'],
  Cushion: ['Das', 'Kissen'],
  Tablecloth: ['Die', 'Tischdecke'],
  Runner: ['Der', 'Tischläufer'],
  'Napkin Set': ['Das', 'Serviettenset'],
  Apron: ['Die', 'Schürze'],
  Bathrobe: ['Der', 'Bademantel'],
  Satchel: ['Die', 'Umhängetasche'],
  Weekender: ['Die', 'Reisetasche'],
  Tote: ['Die', 'Einkaufstasche'],
  Wallet: ['Die', 'Geldbörse'],
  'Key Fob': ['Der', 'Schlüsselanhänger'],
  'Passport Cover': ['Die', 'Passhülle'],
  Lantern: ['Die', 'Laterne'],
  'Table Lamp': ['Die', 'Tischlampe'],
  'Candle Holder': ['Der', 'Kerzenhalter'],
  Box: ['Die', 'Schatulle'],
  Tray: ['Das', 'Tablett'],
  Shelf: ['Das', 'Regal'],
};

const materialNames: Readonly<Record<string, string>> = {
  Cotton: 'Baumwolle',
  Linen: 'Leinen',
  Wool: 'Wolle',
  Leather: 'Leder',
  Copper: 'Kupfer',
  Walnut: 'Nussbaum',
  Stoneware: 'Steinzeug',
  Glass: 'Glas',
};

/** Materials as the first part of a compound word. */
const prefix = (material: string): string =>
  ({ Cotton: 'Baumwoll', Wool: 'Woll' })[material] ?? materialNames[material] ?? material;

/** German labels of colours. */
const colourNames: Readonly<Record<string, string>> = {
  Saffron: 'Safran',
  Indigo: 'Indigo',
  Olive: 'Oliv',
  Terracotta: 'Terrakotta',
  Ivory: 'Elfenbein',
  Charcoal: 'Anthrazit',
};

const origins: Readonly<Record<string, string>> = {
  France: 'Frankreich',
  Portugal: 'Portugal',
  Czechia: 'Tschechien',
  Scotland: 'Schottland',
  India: 'Indien',
  Lithuania: 'Litauen',
  Italy: 'Italien',
  Germany: 'Deutschland',
};

/** The use of a kind; the text follows its name. */
const uses: Readonly<Record<string, string>> = {
  Saucepan: 'ist klein genug, um mit einer Hand zu gießen, und schwer genug, um sicher zu stehen.',
  Stockpot: 'fasst die Suppe für acht oder die Nudeln für sechs. Der Deckel schließt dicht.',
  Kettle: 'gießt in einem dünnen, ruhigen Strahl und meldet sich, wenn das Wasser kocht.',
  Bowl: 'ist tief genug für Suppe und weit genug für Salat. Mehrere lassen sich stapeln.',
  Plate: 'hat einen niedrigen Rand, der die Soße hält, und ist etwas breiter als üblich.',
  Carafe: 'bringt einen Liter Wasser oder Wein an den Tisch, ohne zu tropfen.',
  Mug: 'reicht für ein langes Telefongespräch. Der Henkel nimmt drei Finger auf.',
  Throw: 'liegt auf dem Sofa, am Fußende des Bettes oder abends auf der Gartenbank.',
  Blanket: 'ist in einem Stück gewebt und wird mit jedem Jahr weicher.',
  Cushion: 'ist mit Federn gefüllt und hat einen verdeckten Reißverschluss.',
  Tablecloth: 'fällt eine Handbreit über den Rand eines Tisches für sechs Personen.',
  Runner: 'schützt die Mitte des Tisches und lässt das meiste Holz sichtbar.',
  'Napkin Set': 'besteht aus vier großen Servietten mit sauberen Ecken und einem Ring aus Holz.',
  Apron: 'hat eine breite Tasche und lange Bänder, die vorn gebunden werden.',
  Bathrobe: 'wärmt, ohne schwer zu sein, und trocknet so schnell wie ein Handtuch.',
  Satchel: 'nimmt einen Laptop, ein Buch und die Mahlzeit für den Mittag auf.',
  Weekender: 'reicht für drei Tage, öffnet sich weit und gilt als Handgepäck.',
  Tote: 'geht mit auf den Markt, ins Büro und an den Strand.',
  Wallet: 'hat Platz für sechs Karten, Scheine und ein paar Münzen und bleibt dabei flach.',
  'Key Fob': 'findet sich auch am Boden einer großen Tasche. Der Ring ist aus Messing.',
  'Passport Cover': 'schützt die Ecken des Passes und nimmt die Bordkarte auf.',
  Lantern: 'hält den Wind von der Kerze fern und wirft ein ruhiges Licht.',
  'Table Lamp': 'gibt ein weiches Licht zum Lesen. Der Schalter sitzt am Kabel.',
  'Candle Holder': 'fängt mit einem breiten Teller auf, was tropft.',
  Box: 'bewahrt Briefe, Tee und alles, was keinen anderen Platz hat. Die Ecken sind gezinkt.',
  Tray: 'trägt das Frühstück ans Bett und den Tee für vier auf die Terrasse.',
  Shelf: 'hat drei Böden für Bücher, Gläser und Pflanzen. Es steht oder hängt.',
};

/** German names and texts, of the store view `de`. */
export const german: Wording = {
  name: (kind, material, colour) => {
    const compound = `${prefix(material)}-${kinds[kind]?.[1] ?? kind}`;
    return colour ? `${compound} ${colourNames[colour] ?? colour}` : compound;
  },
  short: (kind, material, colour) =>
    `${kinds[kind]?.[1] ?? kind} aus ${materialNames[material] ?? material}${colour ? ` in ${colourNames[colour] ?? colour}` : ', in der Farbe Ihrer Wahl'}.`,
  uses: Object.fromEntries(
    Object.entries(uses).map(([kind, text]) => [kind, [`${(kinds[kind] ?? []).join(' ')} ${text}`]]),
  ),
  materials: {
    Cotton: [
      'Die Baumwolle ist gekämmt und mit einer feinen Rippe gewebt, die sie haltbar macht.',
      'Die reine Baumwolle ist vorgewaschen und läuft nicht mehr ein.',
    ],
    Linen: [
      'Das Leinen ist aus langen Fasern gewebt und hat die kleinen Unregelmäßigkeiten, die es lebendig machen.',
      'Das Leinen ist vorgewaschen und vom ersten Tag an weich.',
    ],
    Wool: [
      'Die Wolle stammt von Schafen aus dem Hochland; sie wärmt, ohne zu beschweren.',
      'Die Wolle ist in einem einzigen Tal gesponnen, gefärbt und gestrickt.',
    ],
    Leather: [
      'Das Leder ist sechs Wochen lang mit Rinde gegerbt und wird dort dunkler, wo Hände es berühren.',
      'Das Leder ist aus einer Haut geschnitten und mit gewachstem Faden genäht.',
    ],
    Copper: [
      'Das Kupfer ist zwei Millimeter stark und von Hand gebürstet. Mit der Zeit wird es dunkler.',
      'Das Kupfer nimmt Wärme sofort auf und gibt sie gleichmäßig ab.',
    ],
    Walnut: [
      'Der Nussbaum ist zwei Jahre getrocknet und dreimal geölt. Keine Maserung gleicht der anderen.',
      'Der Nussbaum ist ohne Schrauben verbunden und mit Öl und Wachs behandelt.',
    ],
    Stoneware: [
      'Das Steinzeug ist auf der Scheibe gedreht und zweimal gebrannt. Eisen im Ton zeigt sich als feine Sprenkel.',
      'Das Steinzeug verträgt Ofen und Spülmaschine. Der Fuß bleibt ohne Glasur.',
    ],
    Glass: [
      'Das Glas ist mundgeblasen und in der Masse gefärbt; der Ton wäscht sich nicht ab.',
      'Das Glas ist am Rand dünn und am Boden schwer.',
    ],
  },
  colours: {
    Saffron: ['Safran ist ein warmes Gelb, das graue Tage erträglich macht.'],
    Indigo: ['Indigo ist ein tiefes Blau wie der Himmel am Abend.'],
    Olive: ['Oliv ist ein gedämpftes Grün, das zu Kupfer und Leinen passt.'],
    Terracotta: ['Terrakotta ist das Rot südlicher Dächer.'],
    Ivory: ['Elfenbein ist ein Weiß mit etwas Sahne darin.'],
    Charcoal: ['Anthrazit ist ein Schwarz, das mit Grau gemildert ist.'],
  },
  anyColour: ['Es gibt sechs Farben, vom hellen Safran bis zum ruhigen Anthrazit; alle passen zueinander.'],
  care: {
    Cotton: 'Bei 60 °C waschen, schonend trocknen',
    Linen: 'Bei 40 °C waschen, auf der Leine trocknen',
    Wool: 'Oft lüften, kalt von Hand waschen, liegend trocknen',
    Leather: 'Feucht abwischen, zweimal im Jahr wachsen',
    Copper: 'Von Hand spülen, mit Zitrone und Salz polieren',
    Walnut: 'Trocken abstauben, einmal im Jahr ölen',
    Stoneware: 'Für Spülmaschine und Mikrowelle geeignet',
    Glass: 'Von Hand in warmem Wasser spülen',
  },
  endings: [
    'Wir fertigen in kleinen Serien und reparieren, solange es Teile gibt.',
    'Der Versand erfolgt in Karton ohne Kunststoff; die Rückgabe ist dreißig Tage lang möglich.',
    'Kleine Unterschiede in Größe und Farbe sind das Zeichen von Handarbeit.',
    'Auf Wunsch verpacken wir es als Geschenk und legen eine Karte bei.',
  ],
  origins,
  labels: { material: 'Material', dimensions: 'Maße', care: 'Pflege', origin: 'Hergestellt in' },
  materialNames,
};

/** German labels of options and attributes, by the English ones. */
export const germanLabels: Readonly<Record<string, string>> = {
  ...colourNames,
  ...materialNames,
  ...origins,
  Colour: 'Farbe',
  Material: 'Material',
  Size: 'Größe',
  Care: 'Pflege',
  Dimensions: 'Maße',
  'Made in': 'Hergestellt in',
};

/** German names of categories, without those of a material. */
const categoryNames: Readonly<Record<string, string>> = {
  Kitchen: 'Küche',
  'Pots and Pans': 'Töpfe und Pfannen',
  Tableware: 'Geschirr',
  Textiles: 'Textilien',
  Blankets: 'Decken',
  'Table Linen': 'Tischwäsche',
  'Aprons and Robes': 'Schürzen und Mäntel',
  Travel: 'Reise',
  Bags: 'Taschen',
  'Small Goods': 'Kleine Lederwaren',
  Living: 'Wohnen',
  Lighting: 'Licht',
  Storage: 'Aufbewahrung',
  Sale: 'Angebote',
};

/** German name of a category; `material`: of the goods in it alone. */
export function germanCategory(name: string, material?: string): string {
  const own = categoryNames[name] ?? name;
  return material ? `${own} aus ${materialNames[material] ?? material}` : own;
}

/** German names and short texts of the products of the other types, by SKU. */
export const germanSpecials: Readonly<Record<string, readonly [name: string, text: string]>> = {
  'BREAKFAST-SET': ['Frühstücksset', 'Ein Becher, eine Schale und ein Teller, jedes Teil in der Farbe Ihrer Wahl.'],
  'GIFT-BOX': ['Geschenkschatulle', 'Eine Schatulle aus Nussbaum mit zwei Dingen darin, fertig zum Verschenken.'],
  'COPPER-COOKWARE': ['Kupfergeschirr', 'Alles aus Kupfer für den Herd: so viele Teile, wie Sie brauchen.'],
  'RECIPE-BOOK': ['Rezeptbuch', 'Vierzig Rezepte für einen Topf, überall zu lesen.'],
  'COOKING-COURSE': ['Kochkurs', 'Ein Abend am Herd, für Anfänger und für alle anderen.'],
  SHARPENING: ['Messerschärfen', 'Wir schärfen Ihre Messer, während Sie warten.'],
};
