import * as fc from '../support/properties.ts';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/platform/mail/html.ts';
import type { MailStore } from '../../src/platform/mail/template.ts';
import { renderText } from '../../src/platform/mail/text.ts';
import { readDate } from '../../src/modules/customer/dates.ts';
import { isEmailAddress } from '../../src/modules/customer/email-address.ts';

describe('an e-mail address', () => {
  test.each([
    'a@example.com',
    'first.last+tag@sub.example.co.uk',
    "o'brien@example.com",
    'jürgen@müller.example',
    '1@2.example',
    `${'x'.repeat(64)}@example.com`,
  ])('is one: %s', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  test.each([
    '',
    'a',
    '@example.com',
    'a@',
    'a@localhost',
    'a@example',
    'a@1.2.3.4',
    'a..b@example.com',
    '.a@example.com',
    'a@-example.com',
    'a@example..com',
    'a b@example.com',
    'a@exam ple.com',
    ' a@example.com',
    'a@example.com\n',
    'Ada <a@example.com>',
    'a@example.com,b@example.com',
    `${'x'.repeat(65)}@example.com`,
    `a@${'x.'.repeat(150)}com`,
  ])('is none: %j', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  test('has no sign that could end a header or begin another address', () => {
    const sign = fc.constantFrom('\r', '\n', '\0', ' ', '\t', ',', ';', '<', '>', '"', '(', ')', ':', '\\', '\u2028');
    fc.assert(
      fc.property(fc.emailAddress(), sign, fc.nat(), (address, bad, at) => {
        const place = at % (address.length + 1);
        expect(isEmailAddress(address.slice(0, place) + bad + address.slice(place))).toBe(false);
      }),
    );
  });
});

describe('a day', () => {
  test('is read in the forms that people write, and in no other', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          const [year, month, of] = day.split('-');
          for (const text of [day, `${day} 10:11:12`, `${month}/${of}/${year}`, `${of}.${month}.${year}`]) {
            expect(readDate(text)).toBe(day);
          }
        },
      ),
    );
    for (const text of ['', 'x', '1990-02-30', '31.02.1990', '13/13/1990', '90-01-01']) {
      expect(readDate(text)).toBeUndefined();
    }
  });
});

describe('a rendered mail', () => {
  const store: MailStore = {
    name: 'A <b>store</b>',
    url: 'https://shop.example/',
    locale: 'en_US',
    currency: 'USD',
    text: (key) => key,
  };
  const layout = { logo: undefined, footer: [] };

  test('shows texts as they are, and never as HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const html = renderHtml(text, [{ kind: 'text', text: `<script>${text}</script>` }], store, layout);
        expect(html).not.toContain('<script');
        expect(html).not.toContain('<b>');
        expect(renderText([{ kind: 'text', text }], store, layout)).toContain(text);
      }),
    );
  });

  test('lines up the columns of a table', () => {
    const table = {
      kind: 'table',
      head: ['Item', 'Price'],
      rows: [
        ['A tee', '32.00'],
        ['Cap', '9.50'],
      ],
    } as const;
    expect(renderText([table], store, layout)).toContain('Item   Price\nA tee  32.00\nCap     9.50\n');
    expect(renderHtml('x', [table], store, layout).match(/<tr>/g)).toHaveLength(6);
  });

  test('names facts, and shows where a link leads', () => {
    const blocks = [
      { kind: 'facts', rows: [['Key', 'abc']] },
      { kind: 'link', label: 'Go', url: 'https://shop.example/?a=1&b="2"' },
    ] as const;
    expect(renderText(blocks, store, layout)).toContain('Key: abc\n\nGo:\nhttps://shop.example/?a=1&b="2"');
    expect(renderHtml('x', blocks, store, layout)).toContain('href="https://shop.example/?a=1&amp;b=&quot;2&quot;"');
  });
});
