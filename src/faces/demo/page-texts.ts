/** A page or block as on the wire. */
export interface DemoContent {
  readonly identifier: string;
  readonly title: string;
  readonly content: string;
  readonly content_heading?: string;
  readonly meta_title?: string;
  readonly meta_description?: string;
}

/** Texts of the start page in both languages. */
export const homeTexts = {
  english: {
    title: 'Things that outlast fashion',
    text: 'Copper, stoneware, linen, leather and wood, made by people whose names we know. Twenty-four workshops, six colours, and everything goes with everything.',
    button: 'See the kitchen',
    tiles: 'For every room',
    products: 'Twenty percent off while stocks last',
    page: {
      title: 'Home page',
      meta_title: 'Copper, stoneware, linen and leather from small workshops',
      meta_description: 'Pots, plates, blankets, bags and lamps that last, in six colours that go together.',
    },
  },
  german: {
    title: 'Dinge, die Moden überdauern',
    text: 'Kupfer, Steinzeug, Leinen, Leder und Holz, gefertigt von Menschen, deren Namen wir kennen. Vierundzwanzig Werkstätten, sechs Farben, und alles passt zueinander.',
    button: 'Zur Küche',
    tiles: 'Für jeden Raum',
    products: 'Zwanzig Prozent günstiger, solange der Vorrat reicht',
    page: {
      title: 'Startseite',
      meta_title: 'Kupfer, Steinzeug, Leinen und Leder aus kleinen Werkstätten',
      meta_description: 'Töpfe, Teller, Decken, Taschen und Lampen, die lange halten, in sechs passenden Farben.',
    },
  },
} as const;

/** Pages in English. */
export const englishPages: readonly DemoContent[] = [
  {
    identifier: 'about-us',
    title: 'About Us',
    content_heading: 'Few things, made well',
    content:
      '<p>We began in 1998 with one potter, one weaver and a stall on the Saturday market. Today twenty-four workshops work for us, and we still visit each of them twice a year.</p><p>We buy no collection. A mug that was good ten years ago is good today, so that you can replace the one that broke. New are the colours, now and then: six at a time, chosen to go together.</p><p>What can be repaired, we repair. What cannot is taken back and becomes material again.</p>',
    meta_description: 'Who we are, and why our mugs have looked the same for ten years.',
  },
  {
    identifier: 'our-workshops',
    title: 'Our Workshops',
    content_heading: 'Where things are made',
    content:
      '<p>Copper is beaten in the east of the town, wool is woven in the hills behind it.</p><p>Stoneware comes from Portugal, where the clay is; glass from Czechia, where the sand is. Linen grows and is woven by the Baltic Sea, and leather is tanned in Tuscany with bark and patience.</p>',
    meta_description: 'The workshops that make what we sell.',
  },
  {
    identifier: 'delivery',
    title: 'Delivery and Returns',
    content_heading: 'Delivery and Returns',
    content:
      '<p>We send within two days. What does not please may come back within thirty.</p><h3>Delivery</h3><p>A parcel costs five dollars for each thing in it; from three hundred dollars on we carry the cost. You get the number of the parcel by email.</p><h3>Returns</h3><p>Ask for a return in your account, or by email as a guest. We pay the way back for whatever is broken, and give the money back within five days.</p>',
    meta_description: 'How long delivery takes, and what may come back.',
  },
  {
    identifier: 'contact-us',
    title: 'Contact Us',
    content_heading: 'We answer within a day',
    content:
      '<p>Write to <a href="mailto:hello@example.com">hello@example.com</a>, or call +1 555 0100 from Monday to Saturday, ten to six.</p><p>The shop is at 21 Market Lane, Sacramento, with the coffee on.</p>',
    meta_description: 'How to reach us by email, by telephone and on foot.',
  },
];

/** Pages in German, with addresses of their own. */
export const germanPages: readonly DemoContent[] = [
  {
    identifier: 'ueber-uns',
    title: 'Über uns',
    content_heading: 'Wenige Dinge, gut gemacht',
    content:
      '<p>1998 begannen wir mit einem Töpfer, einer Weberin und einem Stand auf dem Samstagsmarkt. Heute arbeiten vierundzwanzig Werkstätten für uns, und wir besuchen jede zweimal im Jahr.</p><p>Was sich reparieren lässt, reparieren wir. Was nicht, nehmen wir zurück.</p>',
    meta_description: 'Wer wir sind, und warum unsere Becher seit zehn Jahren gleich aussehen.',
  },
  {
    identifier: 'versand',
    title: 'Versand und Rückgabe',
    content_heading: 'Versand und Rückgabe',
    content:
      '<p>Wir versenden innerhalb von zwei Tagen. Was nicht gefällt, darf innerhalb von dreißig Tagen zurückkommen.</p>',
    meta_description: 'Wie lange die Lieferung dauert, und was zurückgegeben werden kann.',
  },
  {
    identifier: 'kontakt',
    title: 'Kontakt',
    content_heading: 'Wir antworten innerhalb eines Tages',
    content:
      '<p>Schreiben Sie an <a href="mailto:hello@example.com">hello@example.com</a>, oder rufen Sie an: +1 555 0100, Montag bis Samstag von zehn bis achtzehn Uhr.</p>',
    meta_description: 'So erreichen Sie uns.',
  },
];

const footer = (columns: Readonly<Record<string, readonly (readonly [path: string, label: string])[]>>): string =>
  Object.entries(columns)
    .map(
      ([title, links]) =>
        `<div><h3>${title}</h3><ul>${links.map(([path, label]) => `<li><a href="{{store url="${path}"}}">${label}</a></li>`).join('')}</ul></div>`,
    )
    .join('');

/** Blocks in English. The names of the last three are those that storefronts look for. */
export const englishBlocks: readonly DemoContent[] = [
  { identifier: 'opening-hours', title: 'Opening Hours', content: '<p>Monday to Saturday, ten to six.</p>' },
  { identifier: 'delivery-note', title: 'Delivery Note', content: '<p>Sent within two days.</p>' },
  {
    identifier: 'footer_links_block',
    title: 'Footer Links',
    content: footer({
      'About us': [['about-us', 'About us'], ['our-workshops', 'Our workshops']],
      Service: [['delivery', 'Delivery and returns'], ['contact-us', 'Contact us'], ['sale.html', 'Sale']],
    }), // prettier-ignore
  },
  {
    identifier: 'contact-us-banner',
    title: 'Contact Us: Banner',
    content:
      '<h2>We are glad to help</h2><p>Questions about an order, a size or a scratch in the copper: we answer within a day.</p>',
  },
  {
    identifier: 'contact-us-sidebar',
    title: 'Contact Us: Sidebar',
    content:
      '<h3>By telephone</h3><p>+1 555 0100, Monday to Saturday, ten to six</p><h3>By email</h3><p><a href="mailto:hello@example.com">hello@example.com</a></p><h3>In person</h3><p>21 Market Lane, Sacramento</p>',
  },
];

/** The same blocks in German. */
export const germanBlocks: readonly DemoContent[] = [
  {
    identifier: 'opening-hours',
    title: 'Öffnungszeiten',
    content: '<p>Montag bis Samstag, zehn bis achtzehn Uhr.</p>',
  },
  { identifier: 'delivery-note', title: 'Lieferhinweis', content: '<p>Versand innerhalb von zwei Tagen.</p>' },
  {
    identifier: 'footer_links_block',
    title: 'Links am Seitenende',
    content: footer({
      'Über uns': [['ueber-uns', 'Über uns']],
      Service: [['versand', 'Versand und Rückgabe'], ['kontakt', 'Kontakt'], ['angebote.html', 'Angebote']],
    }), // prettier-ignore
  },
  {
    identifier: 'contact-us-banner',
    title: 'Kontakt: Banner',
    content:
      '<h2>Wir helfen gern</h2><p>Fragen zu einer Bestellung, einer Größe oder einem Kratzer im Kupfer beantworten wir innerhalb eines Tages.</p>',
  },
  {
    identifier: 'contact-us-sidebar',
    title: 'Kontakt: Seitenspalte',
    content:
      '<h3>Am Telefon</h3><p>+1 555 0100, Montag bis Samstag, zehn bis achtzehn Uhr</p><h3>Per E-Mail</h3><p><a href="mailto:hello@example.com">hello@example.com</a></p>',
  },
];
