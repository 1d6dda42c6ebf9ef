// Runs in Medusa: makes a shop that sells to Germany, with the products of PRODUCTS_FILE. Writes PRODUCTS_FILE.key with the public key.
const { readFileSync, writeFileSync } = require('node:fs');
const { ContainerRegistrationKeys, Modules, ProductStatus } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');

/** Products in a call of the workflow: Medusa's own importer takes about as many. */
const BATCH = 100;

module.exports.default = async function seed({ container }) {
  const run = async (name, input) => (await flows[name](container).run({ input })).result;
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const [channel] = await run('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Shop' }] });
  await run('createRegionsWorkflow', {
    regions: [{ name: 'Germany', currency_code: 'eur', countries: ['de'], payment_providers: ['pp_system_default'] }],
  });
  await run('createTaxRegionsWorkflow', [
    { country_code: 'de', provider_id: 'tp_system', default_tax_rate: { rate: 19, code: 'de', name: 'Standard' } },
  ]);
  const location = await addLocation(container, run, link);
  await run('linkSalesChannelsToStockLocationWorkflow', { id: location.id, add: [channel.id] });
  const [profile] = await run('createShippingProfilesWorkflow', { data: [{ name: 'Standard', type: 'standard' }] });
  await addShipping(container, run, link, { location, profile });
  const [key] = await run('createApiKeysWorkflow', {
    api_keys: [{ title: 'Shop', type: 'publishable', created_by: '' }],
  });
  await run('linkSalesChannelsToApiKeyWorkflow', { id: key.id, add: [channel.id] });
  const products = JSON.parse(readFileSync(process.env.PRODUCTS_FILE, 'utf8'));
  for (let at = 0; at < products.length; at += BATCH) {
    await addProducts(run, products.slice(at, at + BATCH), { channel, profile });
  }
  await addStock(container, run, location);
  writeFileSync(`${process.env.PRODUCTS_FILE}.key`, key.token);
};

async function addLocation(container, run, link) {
  const [location] = await run('createStockLocationsWorkflow', {
    locations: [{ name: 'Warehouse', address: { city: 'Berlin', country_code: 'DE', address_1: 'Marktplatz 1' } }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
  });
  return location;
}

async function addShipping(container, run, link, { location, profile }) {
  const fulfillment = container.resolve(Modules.FULFILLMENT);
  const set = await fulfillment.createFulfillmentSets({
    name: 'Warehouse',
    type: 'shipping',
    service_zones: [{ name: 'Germany', geo_zones: [{ country_code: 'de', type: 'country' }] }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  await run('createShippingOptionsWorkflow', [
    {
      name: 'Flat rate',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Flat rate', description: 'In three days', code: 'flat' },
      prices: [{ currency_code: 'eur', amount: 5 }],
      rules: [
        { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
        { attribute: 'is_return', value: 'false', operator: 'eq' },
      ],
    },
  ]);
}

async function addProducts(run, products, { channel, profile }) {
  await run('createProductsWorkflow', {
    products: products.map(({ sku, name, price }) => ({
      title: name,
      handle: sku,
      description: 'A product of the bench',
      status: ProductStatus.PUBLISHED,
      shipping_profile_id: profile.id,
      options: [{ title: 'Kind', values: ['Standard'] }],
      variants: [
        { title: 'Standard', sku, options: { Kind: 'Standard' }, prices: [{ amount: price, currency_code: 'eur' }] },
      ],
      sales_channels: [{ id: channel.id }],
    })),
  });
}

async function addStock(container, run, location) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data: items } = await query.graph({ entity: 'inventory_item', fields: ['id'] });
  await run('createInventoryLevelsWorkflow', {
    inventory_levels: items.map(({ id }) => ({
      location_id: location.id,
      inventory_item_id: id,
      stocked_quantity: 1_000_000,
    })),
  });
}
