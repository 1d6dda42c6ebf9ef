/** A document to start from. */
interface Sample {
  readonly title: string;
  readonly query: string;
  readonly variables?: string;
}

/** Documents that show the main parts of the schema. They work on a shop with the demo data. */
export const samples: readonly Sample[] = [
  {
    title: 'Store configuration',
    query: '{\n  storeConfig {\n    store_code\n    store_name\n    locale\n    base_currency_code\n  }\n}\n',
  },
  {
    title: 'Search products',
    query:
      'query Products($search: String!, $pageSize: Int = 5) {\n  products(search: $search, pageSize: $pageSize) {\n    total_count\n' +
      '    items {\n      sku\n      name\n      price_range {\n        minimum_price {\n          final_price {\n            value\n' +
      '            currency\n          }\n        }\n      }\n    }\n  }\n}\n',
    variables: '{\n  "search": "mug"\n}\n',
  },
  {
    title: 'Categories',
    query:
      '{\n  categories(filters: {}) {\n    items {\n      uid\n      name\n      url_path\n      product_count\n    }\n  }\n}\n',
  },
  { title: 'Create a cart', query: 'mutation {\n  createEmptyCart\n}\n' },
  {
    title: 'Sign in as a customer',
    query:
      'mutation SignIn($email: String!, $password: String!) {\n  generateCustomerToken(email: $email, password: $password) {\n    token\n  }\n}\n',
    variables: '{\n  "email": "",\n  "password": ""\n}\n',
  },
];
