import { readFile } from 'node:fs/promises';
import type PDFDocument from 'pdfkit';
import { isTime, parseTime } from '../../../kernel/time.ts';
import { libraryFile } from '../../../storage/files/library-files.ts';
import { breakLines, visualOrder } from './lines.ts';

/** The style of a text; sizes and widths in points. */
export interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly colour?: string;
  readonly align?: 'start' | 'end' | 'center';
}

export const colours = { ink: '#1f2933', faint: '#616e7c', line: '#cbd2d9', band: '#f0f4f8' } as const;

/** A PDF document with text at places, lines and pages. Coordinates are points from the upper left corner. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  /** Writes a text within `width`, in as many lines as it needs; returns its height. */
  text(text: string, x: number, y: number, width: number, style: TextStyle): number;
  /** The height that a text would have. */
  heightOf(text: string, width: number, style: TextStyle): number;
  rule(x: number, y: number, width: number): void;
  /** A bar of colour. */
  band(x: number, y: number, width: number, height: number): void;
  newPage(): void;
  /** Runs `draw` on each page after all pages are complete; the first page is 1. */
  onEachPage(draw: (page: number, pages: number) => void): void;
  finish(): Promise<Buffer>;
}

interface PaperSetup {
  readonly title: string;
  readonly author: string;
  /** Locale such as `de_DE`. */
  readonly locale: string;
  /** Time of the document, in the stored format. */
  readonly createdAt: string;
  /** Width and height in points. */
  readonly size: readonly [number, number];
  /** Path of a font; empty: the built-in one. */
  readonly font: string;
}

const LEADING = 1.25;

/** A4, or Letter in the countries that use it. */
export function paperSize(country: string): readonly [number, number] {
  const isLetter = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'PR', 'GT', 'CR', 'DO', 'SV', 'PA', 'NI'].includes(
    country,
  );
  return isLetter ? [612, 792] : [595.28, 841.89];
}

/** Contents of font files by path; each is read once. */
const fontFiles = new Map<string, Promise<Buffer>>();

function fontFile(path: string): Promise<Buffer> {
  let file = fontFiles.get(path);
  if (!file) {
    file = readFile(path);
    // A missing font may be put there later, so the failure is forgotten.
    file.catch(() => fontFiles.delete(path));
    fontFiles.set(path, file);
  }
  return file;
}

/** Opens a document. Throws when the font cannot be read. */
export async function openPaper(setup: PaperSetup): Promise<Paper> {
  // Loaded on first use: most processes never print.
  const { default: Pdf } = await import('pdfkit');
  const regular = setup.font || libraryFile('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
  const bold = setup.font || libraryFile('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');
  const [regularFile, boldFile] = await Promise.all([fontFile(regular), fontFile(bold)]);
  const pdf = new Pdf({
    size: [...setup.size],
    margin: 0,
    bufferPages: true,
    // None of its own, whose files the built program has not.
    font: '',
    lang: setup.locale.replaceAll('_', '-'),
    displayTitle: true,
    info: {
      Title: setup.title,
      Author: setup.author,
      Producer: 'Souk',
      Creator: 'Souk',
      ...(isTime(setup.createdAt) && { CreationDate: parseTime(setup.createdAt) }),
    },
  });
  pdf.registerFont('regular', regularFile).registerFont('bold', boldFile);
  return paperOn(pdf, setup.size);
}

function paperOn(pdf: PDFKit.PDFDocument, [width, height]: readonly [number, number]): Paper {
  const linesOf = (text: string, within: number, { size, bold }: TextStyle): string[] => {
    pdf.font(bold ? 'bold' : 'regular').fontSize(size);
    return breakLines(text, within, (words) => pdf.widthOfString(words));
  };
  const bytes = collected(pdf);
  return {
    width,
    height,
    text: (text, x, y, within, style) => {
      const lines = linesOf(text, within, style);
      pdf.fillColor(style.colour ?? colours.ink);
      lines.forEach((line, i) => {
        const spare = within - pdf.widthOfString(line);
        const shift = style.align === 'end' ? spare : style.align === 'center' ? spare / 2 : 0;
        setLine(pdf, line, x + shift, y + i * style.size * LEADING);
      });
      return lines.length * style.size * LEADING;
    },
    heightOf: (text, within, style) => linesOf(text, within, style).length * style.size * LEADING,
    rule: (x, y, length) => {
      pdf
        .moveTo(x, y)
        .lineTo(x + length, y)
        .lineWidth(0.75)
        .strokeColor(colours.line)
        .stroke();
    },
    band: (x, y, length, thickness) => {
      pdf.rect(x, y, length, thickness).fill(colours.band);
    },
    newPage: () => {
      pdf.addPage();
    },
    onEachPage: (draw) => {
      const { start, count } = pdf.bufferedPageRange();
      for (let i = 0; i < count; i++) {
        pdf.switchToPage(start + i);
        draw(i + 1, count);
      }
    },
    finish: () => {
      pdf.end();
      return bytes;
    },
  };
}

/**
 * Writes a line. Words are written one by one where they stand in another order than in the text, because each is shaped together
 * with the space behind it.
 */
function setLine(pdf: PDFKit.PDFDocument, line: string, x: number, y: number): void {
  const visual = visualOrder(line);
  if (visual === line) {
    pdf.text(line, x, y, { lineBreak: false });
    return;
  }
  let at = x;
  for (const word of visual.split(' ')) {
    pdf.text(word, at, y, { lineBreak: false });
    at += pdf.widthOfString(word) + pdf.widthOfString(' ');
  }
}

function collected(pdf: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.once('end', () => resolve(Buffer.concat(chunks)));
    pdf.once('error', reject);
  });
}
