import { acl, anonymous, module, none, platformErrors, route, t, type ConsolePage } from '@souk/kit';

/** The scales of a shop; they live as long as the process. */
const scales = new Map([
  [1, { id: 1, name: 'Kitchen', price: 19.9, currency: 'EUR', state: 'exact', checked_at: '2026-05-01 08:00:00' }],
  [2, { id: 2, name: 'Parcel', price: 249, currency: 'EUR', state: 'off', checked_at: '2026-05-02 09:30:00' }],
]);

const Maker = t.object('acme-scales-maker', { name: t.string });
const Scale = t.object('acme-scales-scale', {
  id: t.integer,
  name: t.string,
  price: t.number,
  currency: t.string,
  state: t.string,
  checked_at: t.time,
  maker: Maker,
});
const maker = { name: 'Acme' };

const service = { service: 'acmeScalesScaleV1', access: acl('Acme_Scales::scales') } as const;

const listScales = route({
  ...service,
  method: 'GET',
  path: '/V1/acme/scales',
  operation: 'getList',
  summary: 'Lists scales.',
  input: {},
  output: t.array(Scale),
  handle: () => [...scales.values()].map((one) => Object.assign({}, one, { maker })),
});

const getScale = route({
  ...service,
  method: 'GET',
  path: '/V1/acme/scales/:id',
  operation: 'get',
  summary: 'Reads a scale.',
  input: { id: t.integer },
  output: Scale,
  handle({ id }) {
    const scale = scales.get(id);
    if (!scale) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
    return { ...scale, maker };
  },
});

const NewScale = t.object('acme-scales-new-scale', { name: t.string, price: t.number, is_exact: t.boolean });

const addScale = route({
  ...service,
  method: 'POST',
  path: '/V1/acme/scales',
  operation: 'add',
  summary: 'Adds a scale.',
  entity: none('a scale is new'),
  input: { scale: NewScale, checkedAt: t.optional(t.time) },
  output: t.integer,
  handle({ scale: { name, price, is_exact: isExact }, checkedAt }) {
    const id = Math.max(0, ...scales.keys()) + 1;
    const state = isExact ? 'exact' : 'off';
    const times = { checked_at: checkedAt ?? '2026-05-03 10:00:00' };
    scales.set(id, { id, name: name ?? '', price: price ?? 0, currency: 'EUR', state, ...times });
    return id;
  },
});

const calibrate = route({
  ...service,
  method: 'PUT',
  path: '/V1/acme/scales/:id/state',
  operation: 'calibrate',
  summary: 'Calibrates a scale.',
  access: acl('Acme_Scales::calibrate'),
  entity: none('scales are no entities'),
  input: { id: t.integer },
  output: t.boolean,
  handle({ id }) {
    const scale = scales.get(id);
    if (!scale) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
    scales.set(id, { ...scale, state: 'exact' });
    return true;
  },
});

const removeScale = route({
  ...service,
  method: 'DELETE',
  path: '/V1/acme/scales/:id',
  operation: 'remove',
  summary: 'Removes a scale.',
  entity: none('scales are no entities'),
  input: { id: t.integer },
  output: t.boolean,
  handle: ({ id }) => scales.delete(id),
});

const readFigures = route({
  method: 'GET',
  path: '/_/console/acme/scales',
  service: 'acmeScalesFiguresV1',
  operation: 'get',
  summary: 'Counts scales.',
  access: acl('Acme_Scales::scales'),
  input: {},
  output: t.object('acme-scales-figures', { scales: t.integer, worth: t.number, weather: t.string }),
  handle: () => ({
    scales: scales.size,
    worth: [...scales.values()].reduce((sum, { price }) => sum + price, 0),
    weather: 'dry',
  }),
});

const readBroken = route({
  ...service,
  method: 'GET',
  path: '/V1/acme/broken-scales',
  operation: 'getBroken',
  summary: 'Fails.',
  access: anonymous,
  input: {},
  output: t.array(Scale),
  handle() {
    throw platformErrors.invalidValue({ fieldName: 'scale', value: 'broken' });
  },
});

const scalesPage: ConsolePage = {
  place: 'scales',
  title: 'Scales',
  permission: 'Acme_Scales::scales',
  actions: [
    {
      label: 'Add scale',
      route: addScale,
      form: [
        { argument: 'scale.name', label: 'Name' },
        { argument: 'scale.price', label: 'Price', hint: 'In euro.' },
        { argument: 'scale.is_exact', label: 'Exact' },
        { argument: 'checkedAt', label: 'Checked at' },
      ],
      done: 'Scale added.',
    },
  ],
  blocks: [
    {
      kind: 'figures',
      title: 'At a glance',
      route: readFigures,
      figures: [
        { field: 'scales', label: 'Scales', format: 'number' },
        { field: 'worth', label: 'Worth', format: 'money' },
      ],
    },
    {
      kind: 'list',
      title: 'All scales',
      route: listScales,
      columns: [
        { field: 'name', label: 'Name' },
        { field: 'price', label: 'Price', format: 'money', currency: 'currency' },
        { field: 'state', label: 'State', format: 'badge', colors: { exact: 'good', off: 'bad' } },
        { field: 'checked_at', label: 'Checked', format: 'time' },
      ],
      actions: [
        { label: 'Calibrate', route: calibrate, arguments: { id: 'id' } },
        { label: 'Remove', route: removeScale, arguments: { id: 'id' }, confirm: 'Remove this scale?' },
      ],
      record: {
        route: getScale,
        arguments: { id: 'id' },
        fields: [
          { field: 'name', label: 'Name' },
          { field: 'maker.name', label: 'Maker' },
        ],
        actions: [{ label: 'Calibrate', route: calibrate, arguments: { id: 'id' } }],
      },
    },
    { kind: 'list', title: 'Broken scales', route: readBroken, columns: [{ field: 'name', label: 'Name' }] },
    { kind: 'record', title: 'Weather', route: readFigures, fields: [{ field: 'weather', label: 'Sky' }] },
  ],
};

const bundled = (place: string, title: string, script: string): ConsolePage => ({
  place,
  title,
  permission: 'Acme_Scales::scales',
  bundle: { folder: new URL('./console/', import.meta.url), script, style: 'page.css' },
});

/** A module with pages of each kind, for tests. */
export const scalesModule = module({
  name: 'Acme_Scales',
  version: '1.0.0',
  compatible: '^0.2',
  acl: [
    { id: 'Acme_Scales::scales', parent: 'Magento_Backend::admin', sortOrder: 10 },
    { id: 'Acme_Scales::calibrate', parent: 'Acme_Scales::scales', sortOrder: 10 },
  ],
  routes: [listScales, getScale, addScale, calibrate, removeScale, readBroken],
  contributes: {
    consoleRoutes: [readFigures],
    consolePages: [
      scalesPage,
      bundled('scale-chart', 'Scale chart', 'page.js'),
      bundled('scale-fault', 'Scale fault', 'fault.js'),
      bundled('scale-late', 'Scale late', 'late.js'),
    ],
  },
});
