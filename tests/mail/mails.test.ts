import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomer, person } from '../support/customers.ts';
import { mails, mailTo, readMail, type Mail } from '../support/mails.ts';
import { fails, ok, startProcess, startSouk, until, type Souk } from '../support/souk.ts';

describe('mails', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk();
    for (const command of [
      ['store:view:create', 'de', 'Deutsch', '--group', 'main_website_store', '--locale', 'de_DE'],
      ['config:set', 'general/store_information/name', 'Möbel & <Söhne>', '--scope', 'stores', '--scope-code', 'de'],
      ['config:set', 'trans_email/ident_general/email', 'shop@example.org'],
      // Last: once it is there, so is what was set before.
      ['store:view:create', 'ja', 'Japanese', '--group', 'main_website_store', '--locale', 'ja_JP'],
    ]) {
      expect((await souk.cli(...command)).stderr).toBe('');
    }
    await until(async () => (await souk.admin.store('ja').get('/V1/store/websites')).status === 200);
  });
  afterAll(() => souk.stop());

  test('are written in plain text and HTML, in the words and with the name of the store view', async () => {
    const { email } = await newCustomer(souk, { store_id: 2, firstname: 'Jürgen', lastname: 'Groß' });
    const mail = await mailTo(souk, email);
    expect(mail.subject).toBe('Ihr Kundenkonto bei Möbel & <Söhne>');
    expect(mail.headers).toMatch(/^From: .*shop@example\.org/m);
    expect(mail.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(mail.text).toMatch(/^Guten Tag Jürgen Groß,/m);
    expect(mail.html).toContain('<html lang="de-DE">');
    expect(mail.html).toContain('Möbel &amp; &lt;Söhne&gt;');
    expect(mail.html).not.toContain('<Söhne>');
  });

  test('are in English where the language of the store is not known', async () => {
    const { email } = await newCustomer(souk, { store_id: 3 });
    expect((await mailTo(souk, email)).text).toMatch(/^Hello Ada Example,/m);
  });

  test('have the logo, the contact and the address of the store', async () => {
    const german = { scope: 'stores', scope_code: 'de' } as const;
    const settings = {
      'design/email/logo': 'stores/2/firm mark.png',
      'design/email/logo_alt': 'Söhne "&" Co',
      'design/email/logo_width': '120',
      'general/store_information/phone': '+49 30 123 <4>',
      'general/store_information/street_line1': 'Hauptstraße 1',
      'general/store_information/postcode': '10115',
      'general/store_information/city': 'Berlin',
    };
    await souk.configure(settings, german);
    const { email } = await newCustomer(souk, { store_id: 2 });
    const { html, text } = await mailTo(souk, email);
    const picture = `${souk.base}/media/email/logo/stores/2/firm%20mark.png`;
    expect(html).toContain(`<img src="${picture}" alt="Söhne &quot;&amp;&quot; Co" width="120" style=`);
    expect(html).toContain('rufen Sie an: +49 30 123 &lt;4&gt;.');
    expect(text).toContain('rufen Sie an: +49 30 123 <4>.\nHauptstraße 1, 10115 Berlin\nMöbel & <Söhne>\n');
    for (const file of ['../secret.png', 'https://evil.example/x.png', 'logo.svg', '/logo.png']) {
      await expect(souk.configure({ 'design/email/logo': file }, german)).rejects.toThrow();
    }
    await souk.configure(Object.fromEntries(Object.keys(settings).map((path) => [path, null])), german);
  });

  test('lead to the store only, whatever address a caller sends', async () => {
    const create = async (redirectUrl: string): Promise<Mail> => {
      const customer = person();
      ok(await souk.guest.post('/V1/customers', { customer, password: 'Secret-123', redirectUrl }));
      return mailTo(souk, customer.email);
    };
    for (const url of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '..\\evil', 'a/../../evil']) {
      expect((await create(url)).text).not.toMatch(/evil|javascript/);
    }
    expect((await create('checkout/cart/')).text).toContain(`${souk.base}/checkout/cart/`);
    expect((await create(`${souk.base}/wishlist/`)).text).toContain(`${souk.base}/wishlist/`);
  });

  test('have headers that names cannot add to', async () => {
    const { email } = await newCustomer(souk, { firstname: 'Ada\r\nBcc evil', lastname: 'Example\n\nbody' });
    const mail = await mailTo(souk, email);
    expect(mail.to).toBe(`Ada Bcc evil Example body <${email}>`);
    expect(mail.headers).not.toMatch(/^(Bcc|Example|body)/im);
  });

  test('are not sent for what was refused', async () => {
    const customer = person({ addresses: [{ country_id: 'US' }] });
    fails(await souk.admin.post('/V1/customers', { customer }), 400);
    const { email } = await newCustomer(souk);
    await mailTo(souk, email);
    expect(mails(souk).filter(({ to }) => to.includes(customer.email))).toEqual([]);
  });

  test('are sent later when the server ends before', async () => {
    const souk = await startProcess();
    const { email } = await newCustomer(souk);
    await souk.kill();
    await souk.restart();
    await mailTo(souk, email);
    await souk.stop();
  });

  test('are listed and shown by command', async () => {
    const list = await souk.cli('mail:list');
    expect(list.stdout).toMatch(/^customer_password_reset\t/m);
    const file = join(souk.env.SOUK_VAR!, 'preview.html');
    const shown = await souk.cli('mail:preview', 'customer_password_reset', '--store', 'de', '--html', file);
    expect(shown.stdout).toMatch(/^Subject: Ein neues Passwort für Möbel & <Söhne>$/m);
    expect(readFileSync(file, 'utf8')).toContain('Neues Passwort wählen');
    expect((await souk.cli('mail:preview', 'nope')).code).not.toBe(0);
    expect((await souk.cli('mail:preview', 'customer_password_reset', '--store', 'nope')).code).not.toBe(0);
    for (const [id] of list.stdout.matchAll(/^\w+/gm)) {
      expect((await souk.cli('mail:preview', id)).stdout, id).not.toMatch(/undefined|\{\w+\}|^\w+\.\w+$/m);
    }
  });
});

/** A server that speaks as much SMTP as a sender needs. `refuse` makes it turn down what goes to an address, or, with '', say nothing. */
async function mailServer(refuse: (recipient: string) => string | undefined): Promise<{ server: Server; got: Mail[] }> {
  const got: Mail[] = [];
  const server = createServer((socket) => speak(socket, got, refuse));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, got };
}

function speak(socket: Socket, got: Mail[], refuse: (recipient: string) => string | undefined): void {
  const say = (line: string): unknown => socket.write(`${line}\r\n`);
  let data: string | undefined;
  let buffer = '';
  say('220 test');
  socket.on('error', () => {});
  // Of letters that come in two pieces as well.
  socket.setEncoding('utf8').on('data', (text) => {
    buffer += String(text);
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (data !== undefined) {
        if (line !== '.') data += `${line.replace(/^\.\./, '.')}\n`;
        else {
          got.push(readMail(data));
          data = undefined;
          say('250 taken');
        }
      } else if (/^(EHLO|HELO)/.test(line)) say('250 test');
      else if (line.startsWith('RCPT TO:')) {
        const answer = refuse(line) ?? '250 ok';
        if (answer !== '') say(answer);
      } else if (line === 'DATA') {
        data = '';
        say('354 go on');
      } else if (line === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    }
  });
}

describe('a mail server', () => {
  test('gets the mails; what it turns down for good keeps no others back, and no call fails', async () => {
    const { server, got } = await mailServer((line) => (line.includes('refused') ? '550 no such person' : undefined));
    const { port } = server.address() as AddressInfo;
    const souk = await startSouk({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    try {
      await newCustomer(souk, { email: 'refused@example.com' });
      await newCustomer(souk, { email: 'taken@example.com', firstname: 'Zoë' });
      const mail = await until(async () => got.find(({ to }) => to.includes('taken@example.com')));
      expect(mail.text).toContain('Hello Zoë Example,');
      expect(got.filter(({ to }) => to.includes('refused'))).toEqual([]);
      expect(mails(souk)).toEqual([]);
      const listed = async () => ok(await souk.admin.raw('GET', '/_/console/mails')).items;
      const copies = await until(async () => ((await listed()).length === 2 ? listed() : undefined));
      const states = copies.map(({ recipient, is_kept, error }: Record<string, string>) => [recipient, is_kept, error]);
      expect(states).toContainEqual(['Zoë Example <taken@example.com>', false, '']);
      expect(states).toContainEqual(['Ada Example <refused@example.com>', false, expect.stringContaining('550')]);
    } finally {
      await souk.stop();
      server.close();
    }
  });

  test('that keeps some mails waiting gets the others meanwhile', async () => {
    const { server, got } = await mailServer((line) => (line.includes('slow') ? '' : undefined));
    const { port } = server.address() as AddressInfo;
    const souk = await startSouk({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    try {
      for (const name of ['slow1', 'slow2', 'one', 'two']) await newCustomer(souk, { email: `${name}@example.com` });
      const arrived = (): string[] => got.map(({ to }) => /\w+@example.com/.exec(to)![0]).sort();
      await until(async () => arrived().length === 2);
      expect(arrived()).toEqual(['one@example.com', 'two@example.com']);
      expect(souk.output()).not.toMatch(/could not be sent yet/);
    } finally {
      await souk.stop();
      server.close();
    }
  });

  test('that does not answer holds up neither calls nor the end of the server', async () => {
    const souk = await startSouk({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    try {
      const { id, email } = await newCustomer(souk);
      await until(async () => /could not be sent yet/.test(souk.output()));
      expect(ok(await souk.admin.get(`/V1/customers/${id}`)).email).toBe(email);
    } finally {
      await souk.stop();
    }
  });
});
