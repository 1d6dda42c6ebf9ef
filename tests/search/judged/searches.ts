/**
 * Searches with the products that a shopper means, written down before they were run: `text => SKU`. `*` stands for any part of a SKU,
 * `|` between SKUs that are equally right.
 */
const english = `
# exact name
blue cotton shirt => SH-COT-BLU
red silk dress => DR-SIL-RED
black leather jacket => JA-LEA-BLA
red cashmere sweater => SW-CAS-RED
sand velvet curtain => CU-VEL-SAN
green oak chair => CH-OAK-GRE
white ceramic mug => MU-CER-WHI
white walnut bookshelf => SE-WAL-WHI
black suede boots => BO-SUE-BLA
blue canvas backpack => BP-CAN-BLU
hanger for shirts => AC-101
shoe polish => AC-102
curtain rod => AC-103
lamp shade => AC-104
knife sharpener => AC-105
rug underlay => AC-106
tablecloth => AC-108
umbrella stand => AC-114
wireless headphones => EL-201
bluetooth speaker => EL-202
power bank 10000 mAh => EL-204
mechanical keyboard => EL-209
watering can => GA-302
yoga mat => SP-401
wooden building blocks => TO-501

# other forms
blue cotton shirts => SH-COT-BLU
red silk dresses => DR-SIL-RED
black leather jackets => JA-LEA-BLA
ceramic knives white => KN-CER-WHI
oak bookshelves => SE-OAK-*
wool scarves => SC-WOO-*
leather glove => GL-LEA-*
boot black suede => BO-SUE-BLA
shirt hanger => AC-101
curtain rods => AC-103
lamp shades => AC-104
lampshade => AC-104
table cloth => AC-108
pillowcase => AC-113
pillow cases => AC-113
umbrellas => AC-118
headphone => EL-201
speakers => EL-202
phone chargers => EL-203
smart watch => EL-205
watering cans => GA-302
flowerpot => GA-306
yoga mats => SP-401
dumbbells => SP-403
teddy bears => TO-502

# typing error
blue coton shirt => SH-COT-BLU
red slik dress => DR-SIL-RED
black lether jacket => JA-LEA-BLA
cashmer sweater red => SW-CAS-RED
grene oak chair => CH-OAK-GRE
shrit cotton blue => SH-COT-BLU
umbrela => AC-118
unbrella => AC-118
headfones => EL-201
haedphones => EL-201
hedphones wireless => EL-201
blutooth speaker => EL-202
bluetoth speeker => EL-202
charger phoen => EL-203
smartwach => EL-205
samrtwatch => EL-205
keybord => EL-209
mechancal keyboard => EL-209
microfone => EL-212
michrophone => EL-212
wheelbarow => GA-304
weelbarrow => GA-304
helmt => SP-405
bycicle helmet => SP-405
gogles => SP-406
swiming goggles => SP-406
dumbell set => SP-403
tenis racket => SP-404
tennis rackt => SP-404
tedy bear => TO-502
puzle => TO-503
jigsaw puzzel => TO-503
sharpner => AC-105
webcma => EL-211
tabelcloth => AC-108
velvt curtain sand => CU-VEL-SAN
corduory trousers => TR-COR-*

# synonym
blue cotton pullover => SW-COT-BLU
red wool jumper => SW-WOO-RED
black wool pants => TR-WOO-BLA
couch throw fleece => BL-FLE-*
jute carpet => RU-JUT-*
glass cup => MU-GLA-*
blue nylon rucksack => BP-NYL-BLU
canvas trainers => SN-CAN-*
velvet drapes => CU-VEL-*
nylon billfold => WA-NYL-*
copper skillet => PA-COP-*
bike helmet => SP-405
earphones => EL-201
enamel cups => MU-ENA-*
cashmere pullovers => SW-CAS-*

# SKU
SH-COT-BLU => SH-COT-BLU
sh-cot-blu => SH-COT-BLU
shcotblu => SH-COT-BLU
EL-204 => EL-204
el204 => EL-204
EL 209 => EL-209
AC-118 => AC-118
ac118 => AC-118
TO-503 => TO-503
BO-LEA-RED => BO-LEA-RED
GA-301 => GA-301
ga 305 => GA-305
SP405 => SP-405
KN-TIT-WHI => KN-TIT-WHI
PA-COP-GRE => PA-COP-GRE

# value of an attribute
sonora headphones => EL-201
sonora speaker => EL-202
sonora microphone => EL-212
voltaro webcam => EL-211
voltaro keyboard => EL-209
kettler shears => GA-303
kettler copper pan => PA-COP-*
falk umbrella => AC-118
falk leather wallet => WA-LEA-*
holmgren oak table => TA-OAK-*
lumiere flower pot => GA-306
lumière brass lamp => LA-BRA-*
timbo train => TO-504
timbo jute rug => RU-JUT-*
nordwind helmet => SP-405
alba silk dress => DR-SIL-*
nordwind cashmere => SW-CAS-*
sonroa headphones => EL-201

# words of texts
terracotta => GA-306
noise cancelling => EL-201
roses => GA-303
toddlers => TO-501
podcasts => EL-212
dishwasher => PL-*

# two words
linen shirt => SH-LIN-*
denim jacket => JA-DEN-*
suede sneakers => SN-SUE-*
rubber boots => BO-RUB-*
walnut table => TA-WAL-*
titanium knife => KN-TIT-*
enamel mug => MU-ENA-*
brass lamp => LA-BRA-*
fleece blanket => BL-FLE-*
bamboo socks => SO-BAM-*
velvet curtain => CU-VEL-*
silk pillow => PI-SIL-*
copper pan => PA-COP-*
glass plate => PL-GLA-*
cotton sweater => SW-COT-*
garden hose => GA-301
water bottle => AC-117
usb-c cable => EL-208
laptop sleeve => EL-207
toy train => TO-504

# while typing
blue cotton shi => SH-COT-BLU
red silk dre => DR-SIL-RED
black leather jac => JA-LEA-BLA
umbr => AC-118 | AC-114
headph => EL-201
blueto => EL-202
smartw => EL-205
mechanical key => EL-209
micro => EL-212
wheelb => GA-304
lawn mo => GA-305
yoga m => SP-401
skipping r => SP-402
bicycle h => SP-405
jigs => TO-503
teddy b => TO-502
curtain r => CU-*-* | AC-103
fleece bl => BL-FLE-*
copper p => PA-COP-*
power ban => EL-204
`;

/** The same in the German store view. */
const german = `
# German
hemd baumwolle => SH-COT-BLU
blaue hemden => SH-COT-BLU
stiefel schwarz => BO-LEA-BLA
stühle => CH-OAK-WHI
buecherregal => SE-OAK-WHI
messer => KN-STE-GRE
giesskanne => GA-302
schubkarren => GA-304
fahradhelm => SP-405
regenschirme => AC-118
`;

/** In the demo. */
const demo = `
# demo
copper kettle => KETTLE-COPPER*
stoneware bowl => BOWL-STONEWARE*
glass carafe => CARAFE-GLASS*
copper lanterns => LANTERN-COPPER*
walnut tray => TRAY-WALNUT*
leather satchel => SATCHEL-LEATHER*
cotton totes => TOTE-COTTON*
wool cushion => CUSHION-WOOL*
linen tablecloths => TABLECLOTH-LINEN*
leather wallet => WALLET-LEATHER*
coper saucepan => SAUCEPAN-COPPER*
leather wekender => WEEKENDER-LEATHER*
stoneware muggs => MUG-STONEWARE*
walnut shelves => SHELF-WALNUT*
TOTE-LEATHER => TOTE-LEATHER*
passport cov => PASSPORT-COVER*
`;

/** A search, and the products that are right in the first place. */
export interface JudgedSearch {
  readonly kind: string;
  readonly text: string;
  readonly isRight: (sku: string) => boolean;
}

function read(table: string): JudgedSearch[] {
  let kind = '';
  const searches: JudgedSearch[] = [];
  for (const line of table.trim().split('\n')) {
    if (line.startsWith('# ')) kind = line.slice(2);
    const [text = '', right] = line.split(' => ');
    if (right === undefined) continue;
    const patterns = right.split(' | ').map((one) => new RegExp(`^${one.replaceAll('*', '.*')}$`));
    searches.push({ kind, text, isRight: (sku) => patterns.some((pattern) => pattern.test(sku)) });
  }
  return searches;
}

/** The judged searches, by place: the generated catalogue, its German store view, and the demo. */
export const judgedSearches = { english: read(english), german: read(german), demo: read(demo) };
