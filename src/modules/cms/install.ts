import type { Insertable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { insertRows } from '../../storage/rows.ts';
import { storedTime } from './content.ts';
import type { PageTable } from './tables.ts';

const noRoute = `<h2>There is nothing at this address.</h2>
<p>The link may be old, or the address may have been typed with a mistake.</p>
<ul>
<li>Look for it with the search field at the top.</li>
<li>Go <a href="{{store url=""}}">back to the first page</a> and start from there.</li>
</ul>`;

const home = '<p>This is the first page of the shop. Put here what visitors should see when they arrive.</p>';

const enableCookies = `<p>A cookie is a short text that a shop leaves in your browser. Without cookies the shop cannot tell your cart from
that of another visitor.</p>
<h3>How to allow them</h3>
<ol>
<li>Open the settings of your browser and look for privacy.</li>
<li>Allow cookies, at least for this address.</li>
<li>Load this page again and go on shopping.</li>
</ol>`;

const privacy = `<p>This page says which data about you the shop keeps, why, and for how long. The owner of the shop fills it in.</p>
<h3>What is kept</h3>
<p>Orders with their addresses, and what you enter into your account.</p>
<h3>Cookies</h3>
<p>One cookie remembers your visit, one your choice on this page. Others are set only when you agree.</p>
<h3>Your rights</h3>
<p>Ask the shop to show, correct or delete what it keeps about you.</p>`;

/** The pages of a fresh installation, for all store views. */
export async function install(call: Call): Promise<void> {
  const time = storedTime(call);
  const common: Omit<Insertable<PageTable>, 'identifier' | 'title'> = {
    page_layout: '1column',
    meta_keywords: null,
    meta_description: null,
    creation_time: time,
    update_time: time,
    is_active: 1,
    sort_order: 0,
    store_id: 0,
  };
  await insertRows(call.db, 'cms_page', [
    {
      ...common,
      page_id: 1,
      identifier: 'no-route',
      title: '404 Not Found',
      page_layout: '2columns-right',
      meta_keywords: 'Page keywords',
      meta_description: 'Page description',
      content_heading: 'Whoops, our bad...',
      content: noRoute,
    },
    {
      ...common,
      page_id: 2,
      identifier: 'home',
      title: 'Home page',
      content_heading: 'Home Page',
      content: home,
    },
    {
      ...common,
      page_id: 3,
      identifier: 'enable-cookies',
      title: 'Enable Cookies',
      content_heading: 'What are Cookies?',
      content: enableCookies,
    },
    {
      ...common,
      page_id: 4,
      identifier: 'privacy-policy-cookie-restriction-mode',
      title: 'Privacy and Cookie Policy',
      content_heading: 'Privacy and Cookie Policy',
      content: privacy,
    },
  ]);
}
