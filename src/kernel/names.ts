/** Spellings of names on the wire: fields are snake_case, arguments camelCase, and both are accepted everywhere. */

/** `attribute_set_id` → `attributeSetId`. */
export function toCamelCase(name: string): string {
  const upper = toUpperCamelCase(name);
  return upper.charAt(0).toLowerCase() + upper.slice(1);
}

/** `searchCriteria` → `search_criteria`. */
export function toSnakeCase(name: string): string {
  return name.replace(/(?<=\w)(?=[A-Z])/g, '_').toLowerCase();
}

/** `foo_bar` and `fooBar` → `FooBar`: the name of an unknown field in errors. */
export function toUpperCamelCase(name: string): string {
  return name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

/**
 * The interface's name of a type definition, for errors: `catalog-data-base-price-interface` →
 * `Magento\Catalog\Api\Data\BasePriceInterface`.
 */
export function toInterfaceName(definition: string): string {
  const [, module, data] = /^(.*?)-data-(.*)$/.exec(definition) ?? [];
  if (module && data) {
    const nested = data.replace(/^(product-render|search-request)-(?!interface|extension|search-results)/, '$1\\');
    return `Magento\\${pascal(module)}\\Api\\Data\\${pascal(nested)}`;
  }
  const [, search, name] = /^framework-(search-(?!criteria|results))?(.*)$/.exec(definition) ?? [];
  if (name) return `Magento\\Framework\\Api\\${search ? 'Search\\' : ''}${pascal(name)}`;
  return `Magento\\${pascal(definition)}`;
}

function pascal(dashed: string): string {
  return dashed.replace(/(^|[-\\])([a-z]?)/g, (_, before: string, letter: string) =>
    before === '\\' ? `\\${letter.toUpperCase()}` : letter.toUpperCase(),
  );
}
