import { PICTURE_SIZE } from './canvas.ts';

/** Place of each coefficient of a block, by rising frequency (ITU-T T.81, figure 5). */
export const zigzag: readonly number[] = zigzagOrder();

function zigzagOrder(): number[] {
  const cells = Array.from({ length: 64 }, (_, i) => i);
  const diagonal = (i: number): number => (i >> 3) + (i & 7);
  // Odd diagonals run down, even ones up.
  return cells.sort((a, b) => diagonal(a) - diagonal(b) || (diagonal(a) % 2 ? a - b : b - a));
}

/** The quantizers of T.81, annex K, row by row. */
const standardLuma = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
const chromaCorner = [17, 18, 24, 47, 18, 21, 26, 66, 24, 26, 56, 99, 47, 66, 99, 99];
const standardChroma = Array.from({ length: 64 }, (_, i) =>
  i % 8 < 4 && i < 32 ? (chromaCorner[(i >> 3) * 4 + (i % 8)] ?? 99) : 99,
);

/** Quality 74, as libraries count it. */
const QUALITY_PERCENT = 200 - 2 * 74;

/** Quantizers in zigzag order. */
export const quantizers = { luma: scaled(standardLuma), chroma: scaled(standardChroma) };

function scaled(standard: readonly number[]): Uint8Array {
  return Uint8Array.from(zigzag, (place) =>
    Math.max(1, Math.min(255, Math.floor(((standard[place] ?? 99) * QUALITY_PERCENT + 50) / 100))),
  );
}

/** Numbers of codes of each length from 1 to 16, and their symbols, in hexadecimal (T.81, annex K.3). */
const standardCodes = {
  lumaFirst: ['00010501010101010100000000000000', '000102030405060708090a0b'],
  lumaOthers: [
    '0002010303020403050504040000017d',
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a' +
      '434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8' +
      'a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ],
  chromaFirst: ['00030101010101010101010000000000', '000102030405060708090a0b'],
  chromaOthers: [
    '00020102040403040705040400010277',
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a3536373839' +
      '3a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6' +
      'a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ],
} as const;

type CodeTable = readonly [lengths: string, symbols: string];

/** Codes by symbol, with the length in bits above the lower 16 bits. */
function codesOf([lengths, symbols]: CodeTable): Uint32Array {
  const codes = new Uint32Array(256);
  const symbolBytes = Buffer.from(symbols, 'hex');
  let [code, next] = [0, 0];
  for (const [i, count] of Buffer.from(lengths, 'hex').entries()) {
    for (let n = 0; n < count; n++) codes[symbolBytes[next++] ?? 0] = ((i + 1) << 16) | code++;
    code <<= 1;
  }
  return codes;
}

/** Huffman codes of the first coefficient of a block, and of the others. */
export const huffmanCodes = {
  luma: { first: codesOf(standardCodes.lumaFirst), others: codesOf(standardCodes.lumaOthers) },
  chroma: { first: codesOf(standardCodes.chromaFirst), others: codesOf(standardCodes.chromaOthers) },
};

function segment(marker: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const tableOf = (id: number, [lengths, symbols]: CodeTable): Buffer[] => [
  Buffer.from([id]),
  Buffer.from(lengths, 'hex'),
  Buffer.from(symbols, 'hex'),
];
const size = [PICTURE_SIZE >> 8, PICTURE_SIZE & 255];

/** The bytes before the entropy-coded data: three planes, those of the colour at half the size. */
export const jpegHeader = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  segment(0xe0, Buffer.from('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 0, 0]),
  segment(0xdb, [0], quantizers.luma, [1], quantizers.chroma),
  segment(0xc0, [8], size, size, [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
  segment(
    0xc4,
    ...tableOf(0x00, standardCodes.lumaFirst),
    ...tableOf(0x10, standardCodes.lumaOthers),
    ...tableOf(0x01, standardCodes.chromaFirst),
    ...tableOf(0x11, standardCodes.chromaOthers),
  ),
  segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
]);
