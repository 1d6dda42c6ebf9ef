/**
 * Operations store arguments and results as plain JSON. On the wire both are texts in the interface's JSON dialect, and the
 * arguments are wrapped once more. Responses convert them.
 */

const beyondAscii = /[\u0080-\uffff]/g;

/** JSON text in the interface's dialect: slashes as `\/`, characters beyond ASCII as `\uXXXX`. */
export function toWireJson(json: string): string {
  return escapeSlashes(json).replace(
    beyondAscii,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escapeSlashes(json: string): string {
  return json.replaceAll('/', '\\/');
}

/**
 * The `serialized_data` of an operation.
 * @param input plain JSON of the call's arguments
 * @param storeId id of the store view the call was made in, 0 for `all`
 */
export function serializedData(input: string, storeId: number): string {
  // The inner text is ASCII already.
  const metaInformation = escapeSlashes(JSON.stringify(toWireJson(input)));
  return `{"entity_id":null,"entity_link":"","meta_information":${metaInformation},"store_id":"${storeId}"}`;
}
