/** A review of the demo: stars, summary and text. */
export interface DemoReview {
  readonly stars: number;
  readonly summary: string;
  readonly detail: string;
}

/** Reviewers of the English store view. */
export const reviewers: readonly string[] = [
  'Amira', 'Tom A.', 'Grace', 'Mei', 'Robin V.', 'Hannah', 'Old Sea Dog', 'Priya', 'Luca', 'Ewa', 'Joaquín', 'K. Lindqvist',
]; // prettier-ignore

/** Reviews in English, each in another voice; they suit every product. */
export const englishReviews: readonly DemoReview[] = [
  { stars: 5, summary: 'Better than in the picture', detail: 'I hesitated because of the price. Having used it every day for a month, I have ordered a second one for my sister.' },
  { stars: 4, summary: 'Good, with one small thing', detail: 'Well made and carefully packed. One star less because the colour is a shade darker than on my screen.' },
  { stars: 5, summary: 'As my grandmother had', detail: 'It has the weight and the feel of things that were made before I was born. My grandmother would approve.' },
  { stars: 3, summary: 'All right', detail: 'Does what it should. I had expected it to be a little larger; read the dimensions, which I did not.' },
  { stars: 5, summary: 'Third time I order here', detail: 'Delivered in two days, no plastic in the box, and a handwritten card. The quality has not changed in years.' },
  { stars: 4, summary: 'Nice present', detail: 'Bought for a wedding. The couple was delighted, and the wrapping made me look more organised than I am.' },
  { stars: 2, summary: 'Not for me', detail: 'There is nothing wrong with it, but it does not suit our house. The return was easy, hence two stars.' },
  { stars: 5, summary: 'Goes with everything', detail: 'We have several pieces in different colours by now, and they do look as if they belonged together.' },
  { stars: 4, summary: 'Solid', detail: 'Not a thing to be admired behind glass. It has been dropped once already and shows no sign of it.' },
  { stars: 5, summary: 'Repaired without a question', detail: 'After two years a part came loose. I sent a photograph, they sent a new part with a drawing. That is how it should be.' },
  { stars: 3, summary: 'Beautiful, needs care', detail: 'Lovely to look at, but it does want to be looked after as the label says. My husband did not read the label.' },
  { stars: 4, summary: 'Would buy again', detail: 'Came a day late because of the carrier. The thing itself is exactly as described.' },
]; // prettier-ignore

/** Reviewers of the German store view. */
export const germanReviewers: readonly string[] = ['Jonas K.', 'Frau Holle', 'Matthias', 'Lena aus Augsburg'];

/** Reviews in German. */
export const germanReviews: readonly DemoReview[] = [
  { stars: 5, summary: 'Jeden Tag in Gebrauch', detail: 'Seit drei Monaten täglich benutzt, sieht aus wie neu. Die zweite Farbe ist schon bestellt.' },
  { stars: 4, summary: 'Sehr ordentlich', detail: 'Gut verarbeitet und sorgfältig verpackt. Die Lieferung dauerte vier Tage, daher ein Stern weniger.' },
  { stars: 5, summary: 'Ein schönes Geschenk', detail: 'Zum Einzug verschenkt und seither überall gesehen worden. Klare Empfehlung.' },
  { stars: 3, summary: 'Etwas kleiner als gedacht', detail: 'Schön gemacht, aber ich hätte die Maße lesen sollen. Ich behalte es trotzdem.' },
]; // prettier-ignore
