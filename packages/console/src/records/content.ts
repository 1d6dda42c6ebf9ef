import type { Entity } from './entity.ts';
import { t } from '../texts/text.ts';

const flags = [
  ['1', t('enabled')],
  ['0', t('disabled')],
] as const;

/** Pages and blocks of the storefront. */
export const contentEntities: readonly Entity[] = [
  {
    name: 'pages',
    title: t('Pages'),
    noun: [t('page'), t('pages')],
    permission: 'Magento_Cms::page',
    change: 'Magento_Cms::save',
    remove: 'Magento_Cms::page_delete',
    routes: {
      list: 'GET /V1/cmsPage/search',
      read: 'GET /V1/cmsPage/:pageId',
      create: 'POST /V1/cmsPage',
      save: 'PUT /V1/cmsPage/:id',
      remove: 'DELETE /V1/cmsPage/:pageId',
    },
    argument: 'page',
    alwaysSent: ['identifier'],
    key: 'id',
    label: 'title',
    columns: [
      { field: 'title', title: t('Title') },
      { field: 'identifier', title: t('URL key') },
      { field: 'active', title: t('Status'), isSorted: false, options: flags },
      { field: 'update_time', title: t('Changed (UTC)') },
    ],
    search: ['title', 'identifier'],
    searchLabel: t('Title or URL key'),
    filters: [{ name: 'is_active', field: 'is_active', label: t('Status'), options: flags }],
    sort: 'title',
    main: ['title', 'identifier', 'active', 'page_layout', 'content_heading', 'content'],
    hidden: ['id', 'creation_time', 'update_time'],
    required: ['title'],
    labels: { identifier: t('URL key'), active: t('Enabled'), content_heading: t('Heading') },
    choices: {
      page_layout: [
        ['1column', t('1 column')],
        ['2columns-left', t('2 columns with left bar')],
        ['2columns-right', t('2 columns with right bar')],
        ['3columns', t('3 columns')],
        ['empty', t('Empty')],
      ],
    },
    long: ['content', 'meta_description', 'meta_keywords', 'layout_update_xml', 'custom_layout_update_xml'],
    enabledBy: 'active',
    fresh: { active: true, page_layout: '1column' },
  },
  {
    name: 'blocks',
    title: t('Blocks'),
    noun: [t('block'), t('blocks')],
    permission: 'Magento_Cms::block',
    routes: {
      list: 'GET /V1/cmsBlock/search',
      read: 'GET /V1/cmsBlock/:blockId',
      create: 'POST /V1/cmsBlock',
      save: 'PUT /V1/cmsBlock/:id',
      remove: 'DELETE /V1/cmsBlock/:blockId',
    },
    argument: 'block',
    key: 'id',
    label: 'title',
    columns: [
      { field: 'title', title: t('Title') },
      { field: 'identifier', title: t('Identifier') },
      { field: 'active', title: t('Status'), isSorted: false, options: flags },
      { field: 'update_time', title: t('Changed (UTC)') },
    ],
    search: ['title', 'identifier'],
    searchLabel: t('Title or identifier'),
    filters: [{ name: 'is_active', field: 'is_active', label: t('Status'), options: flags }],
    sort: 'title',
    main: ['title', 'identifier', 'active', 'content'],
    hidden: ['id', 'creation_time', 'update_time'],
    required: ['title'],
    labels: { active: t('Enabled') },
    long: ['content'],
    enabledBy: 'active',
    fresh: { active: true },
  },
];
