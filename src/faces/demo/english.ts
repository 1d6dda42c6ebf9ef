import type { Wording } from './texts.ts';

const itsMaterial = (material: string): string => material.toLowerCase();

/** English, the language of the default store view. */
export const english: Wording = {
  name: (kind, material, colour) => (colour ? `${colour} ${material} ${kind}` : `${material} ${kind}`),
  short: (kind, material, colour) =>
    `${kind} of ${itsMaterial(material)}${colour ? ` in ${colour.toLowerCase()}` : ', in a colour of your choice'}.`,
  uses: {
    Saucepan: [
      'A saucepan for the sauce that must not catch: small enough to pour with one hand, heavy enough to stay where it is put.',
      'Milk, porridge, caramel: whatever wants an even heat and a watchful eye belongs in this saucepan.',
    ],
    Stockpot: [
      'A stockpot with room for a chicken, its vegetables and a Sunday afternoon. The lid sits close, so that little boils away.',
      'Soup for eight, or pasta for six: the stockpot is the largest pot in the house and the one that comes out for guests.',
    ],
    Kettle: [
      'A kettle that pours in a thin, steady line, for tea as much as for coffee. Its handle stays clear of the steam.',
      'Two litres of water, and a sound that tells when they boil: this kettle is made to stand on the stove all year.',
    ],
    Bowl: [
      'A bowl for muesli in the morning and for soup at night. It stacks, and its foot lifts it off the table.',
      'Deep enough for noodles, wide enough for salad: the bowl that is always in use and never in the cupboard.',
    ],
    Plate: [
      'A dinner plate with a low rim that keeps the sauce where it should be. It is a little wider than most.',
      'A plate that makes bread and cheese look like a meal. Four fit into a narrow cupboard, eight around a long table.',
    ],
    Carafe: [
      'A carafe for water, wine or the first flowers of the garden. The neck fits the hand, and the lip does not drip.',
      'One litre at the table without getting up: the carafe is narrow at the neck and steady at the foot.',
    ],
    Mug: [
      'A mug that holds enough for a long telephone call. Its handle takes three fingers, and the rim is thin at the lips.',
      'Coffee, tea, soup, or pencils later on: a mug with straight sides and a good weight.',
    ],
    Throw: [
      'A throw for the arm of the sofa, the end of the bed or a bench on a cool evening. Both ends have fringes, knotted by hand.',
      'Light enough to carry into the garden and large enough for two: the throw is the first thing that guests reach for.',
    ],
    Blanket: [
      'A blanket for a full-sized bed, woven in one piece. In summer it is enough alone; in winter it lies on top.',
      'A blanket that keeps its shape for years and becomes softer with each of them. The edges are bound against wear.',
    ],
    Cushion: [
      'A cushion with a filling of feathers and a hidden zip. It comes back into shape after a shake.',
      'For the small of the back or the corner of the sofa: the cover of this cushion comes off for washing.',
    ],
    Tablecloth: [
      'A round tablecloth that falls a hand’s width over the edge of a table for six. The hem is folded twice.',
      'A tablecloth for birthdays and for ordinary Tuesdays. It needs no ironing if it is hung up wet.',
    ],
    Runner: [
      'A runner along the middle of the table, where dishes and candles stand. It has short fringes at both ends.',
      'Where a tablecloth would be too much, a runner is enough: it protects the wood and leaves most of it in sight.',
    ],
    'Napkin Set': [
      'Four napkins, large enough for the lap, with mitred corners. They come folded, with one wooden ring.',
      'A set of four napkins that replaces a cupboard full of paper. They soften with each wash.',
    ],
    Apron: [
      'An apron with a wide pocket and long bands that tie in front. The neckband is adjusted with a knot.',
      'For the kitchen, the workshop or the barbecue: an apron that covers what it should and does not get in the way.',
    ],
    Bathrobe: [
      'A bathrobe with a shawl collar, two pockets and a belt that stays in its loops. It dries as quickly as a towel.',
      'For the way from the shower to the coffee: a bathrobe that is warm without being heavy.',
    ],
    Satchel: [
      'A satchel for a laptop, a book and lunch. The flap closes with two buckles, and the strap goes over the shoulder.',
      'A bag with a firm back and a generous flap: papers stay flat in this satchel, and dry in the rain.',
    ],
    Weekender: [
      'A weekender for three days away: it opens wide, takes two pairs of shoes and counts as cabin luggage.',
      'Two handles, a long zip and a pocket for what must not be lost: the weekender is packed in ten minutes.',
    ],
    Tote: [
      'A tote for the market, the office and the beach, with handles that fit over a winter coat.',
      'A bag without secrets: one large compartment, a small pocket, and a base that stands by itself.',
    ],
    Wallet: [
      'A wallet for six cards, notes and a few coins. It is thin when it is new and stays so.',
      'A wallet that closes with a stud and opens flat. The cards sit one above the other and are found without looking.',
    ],
    'Key Fob': [
      'A key fob that is found at the bottom of any bag. The ring is solid brass and opens with a fingernail.',
      'For up to eight keys: a fob with a riveted loop that does not open by itself.',
    ],
    'Passport Cover': [
      'A passport cover with a slot for the boarding pass. It protects the corners, which suffer most.',
      'Ten years is a long time for a passport: this cover keeps it flat, dry and easy to recognise.',
    ],
    Lantern: [
      'A lantern for candles indoors and out. Four panes keep the wind away, and the roof gets warm but not hot.',
      'Hung from a branch or set on the step: the lantern throws a calm light and a fine pattern of shadows.',
    ],
    'Table Lamp': [
      'A table lamp with a soft light to read by. The shade turns, and the switch is on the cord.',
      'For the bedside or the sideboard: a lamp with a turned foot and a shade that leaves the eyes in peace.',
    ],
    'Candle Holder': [
      'A candle holder with a wide tray that catches what drips. It takes all candles of usual thickness.',
      'A candle holder to carry through the house, as was done when there was no other light. One candle is included.',
    ],
    Box: [
      'A box for letters, tea, or the things that have no other place. The corners are dovetailed, and the lid has a clasp.',
      'A box that may stand where everybody sees it. Its inside is lined, and the lid stays open where it is left.',
    ],
    Tray: [
      'A tray for breakfast in bed: the rim is high enough for glasses, and the handles leave room for fingers.',
      'A tray that carries tea for four and serves as a table on the ottoman afterwards.',
    ],
    Shelf: [
      'A shelf with three boards for books, jars and plants. It stands, or hangs from two screws, which are included.',
      'A low shelf for the hall, the kitchen or a child’s room. It takes ten minutes to put up, and no tools.',
    ],
  },
  materials: {
    Cotton: [
      'The cotton is grown without irrigation and woven with a fine diagonal rib, which makes it strong.',
      'Its cotton is combed before it is spun, so that it stays smooth and does not pill.',
      'It is woven of pure cotton that is washed once before sewing; it will not shrink any further.',
    ],
    Linen: [
      'The linen is woven from long fibres with the small irregularities that give it life.',
      'Its linen has been stonewashed, so that it is soft from the first day.',
      'The flax grows by the sea and is woven on looms that are older than the weavers.',
    ],
    Wool: [
      'The wool comes from sheep that graze on high ground all year; it warms without weighing.',
      'Its wool is spun, dyed and knitted in one valley. It keeps off damp and takes on no smells.',
      'The wool is of the second shearing, which is the softest.',
    ],
    Leather: [
      'The leather is tanned with bark for six weeks and left with its grain; it darkens where hands touch it.',
      'Its leather is cut from one hide, so that all parts age alike. The seams are sewn with waxed thread.',
      'It is made of full-grain leather that needs no lining. Scratches disappear under a thumb.',
    ],
    Copper: [
      'The copper is two millimetres thick, spun on a lathe and brushed by hand. It will darken, and can be polished when you miss the shine.',
      'Its copper takes up heat at once and gives it off evenly. What touches food is tinned.',
      'Each piece of copper is hammered, brushed and enamelled in the same workshop.',
    ],
    Walnut: [
      'The walnut comes from trees that fell by themselves, and is oiled three times. No two pieces have the same grain.',
      'Its walnut is dried for two years before it is cut, so that joints stay tight in heated rooms.',
      'The walnut is joined without screws and finished with oil and wax.',
    ],
    Stoneware: [
      'The stoneware is thrown on the wheel and fired twice. Iron in the clay shows through the glaze as fine specks.',
      'Its stoneware is dense enough for the oven, the dishwasher and the odd knock. The foot is left unglazed.',
      'Each piece of stoneware is dipped by hand, which is why the glaze breaks lighter at the rim.',
    ],
    Glass: [
      'The glass is blown by mouth and coloured in the mass, so that the tint will not wash off.',
      'Its glass is thin at the rim and heavy in the base. Here and there it holds a bubble of breath.',
      'The glass is recycled from windows and bottles, melted and blown into wooden moulds.',
    ],
  },
  colours: {
    Saffron: [
      'Saffron is a warm yellow that makes grey days bearable.',
      'The saffron tone is bright without being loud, and goes with wood and white.',
    ],
    Indigo: [
      'Indigo is a deep blue, the colour of work clothes and evening skies.',
      'The indigo is calm beside white and lively beside saffron.',
    ],
    Olive: [
      'Olive is a muted green that is at home in every kitchen garden.',
      'The olive tone looks as good beside copper as beside linen.',
    ],
    Terracotta: [
      'Terracotta is the red of roof tiles in the south.',
      'The terracotta warms up whatever stands next to it.',
    ],
    Ivory: [
      'Ivory is a white with a little cream in it, which is kinder than pure white.',
      'The ivory leaves the stage to the food, the flowers or the guests.',
    ],
    Charcoal: [
      'Charcoal is a black that has been softened with grey.',
      'The charcoal hides what daily use leaves behind, and looks elegant all the same.',
    ],
  },
  anyColour: [
    'It comes in six colours, from a bright saffron to a quiet charcoal, and all of them go together.',
    'Choose from six colours; each is shown in the pictures as it looks in daylight.',
  ],
  care: {
    Cotton: 'Machine wash at 60 °C, tumble dry low',
    Linen: 'Machine wash at 40 °C, dry on the line',
    Wool: 'Air often, hand wash cold, dry flat',
    Leather: 'Wipe with a damp cloth, wax twice a year',
    Copper: 'Wash by hand, polish with lemon and salt',
    Walnut: 'Dust with a dry cloth, oil once a year',
    Stoneware: 'Dishwasher and microwave safe',
    Glass: 'Wash by hand in warm water',
  },
  endings: [
    'We make it in small batches and repair it for as long as we can get the parts.',
    'It is sent in recycled board, without plastic, and may come back within thirty days.',
    'Small differences in size and colour are the mark of hand work and no reason to worry.',
    'It is a present that is used: we wrap it on request and enclose a card.',
    'Others in the same material are made to go with it, so that a set can grow over the years.',
  ],
  origins: Object.fromEntries(
    ['France', 'Portugal', 'Czechia', 'Scotland', 'India', 'Lithuania', 'Italy', 'Germany'].map((name) => [name, name]),
  ),
  labels: { material: 'Material', dimensions: 'Dimensions', care: 'Care', origin: 'Made in' },
  materialNames: Object.fromEntries(
    ['Cotton', 'Linen', 'Wool', 'Leather', 'Copper', 'Walnut', 'Stoneware', 'Glass'].map((name) => [name, name]),
  ),
};
