import { t } from '../../texts/text.ts';

/** The content of a file, in base64. Throws for a file that cannot be read. */
export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : '');
    });
    reader.addEventListener('error', () => reject(new Error(t('{name} cannot be read.', { name: file.name }))));
    reader.readAsDataURL(file);
  });
}

/** The content of an entry of a gallery, whose name has only letters that file names may have. */
export function contentOf(file: File, base64: string) {
  return { base64_encoded_data: base64, type: file.type, name: file.name.replace(/[^\w.-]+/g, '_') };
}
