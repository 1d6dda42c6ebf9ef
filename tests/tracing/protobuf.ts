/** A field of a message in protobuf: its number, and the bytes of fields that have a length. */
interface Field {
  readonly number: number;
  readonly bytes: Buffer;
}

/** The fields with a length of a message. Source: https://protobuf.dev/programming-guides/encoding/ */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const number = tag >> 3;
    const wire = tag & 7;
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else {
      const length = varint();
      fields.push({ number, bytes: message.subarray(at, at + length) });
      at += length;
    }
  }
  return fields;
}

const within = (messages: readonly Buffer[], number: number): Buffer[] =>
  messages.flatMap((message) =>
    fieldsOf(message)
      .filter((field) => field.number === number)
      .map(({ bytes }) => bytes),
  );

/** The spans of an `ExportTraceServiceRequest`: resource spans (1), scope spans (2), spans (2) with trace (1) and name (5). */
export function spansOfProtobuf(request: Buffer): { traceId: string; name: string }[] {
  return within(within(within([request], 1), 2), 2).map((span) => ({
    traceId: within([span], 1)[0]!.toString('hex'),
    name: within([span], 5)[0]!.toString(),
  }));
}
