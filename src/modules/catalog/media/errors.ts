import { defineErrors } from '../../../kernel/errors.ts';

/** Errors of product images and videos. */
export const mediaErrors = defineErrors('catalog/media', {
  noBase64: [
    'input',
    'The image content must be valid base64 encoded data.',
    'an uploaded image is not base64, or not an image',
  ],
  wrongType: [
    'input',
    'The image MIME type is not valid or not supported.',
    'the type of an uploaded image differs from its content, or is not PNG, JPEG or GIF',
  ],
  forbiddenName: [
    'input',
    'Provided image name contains forbidden characters.',
    'the file name of an uploaded image is missing or has forbidden characters',
  ],
  invalidContent: [
    'input',
    'The image content is invalid. Verify the content and try again.',
    'an image or video is added without the content of its picture',
  ],
  imageMissing: [
    'noSuchEntity',
    'No image with the provided ID was found. Verify the ID and try again.',
    'a changed or deleted image does not exist',
  ],
  imageNotFound: ['noSuchEntity', "The image doesn't exist. Verify and try again.", 'an image does not exist'],
  productNotFound: [
    'noSuchEntity',
    "The product doesn't exist. Verify and try again.",
    'an image is read of a product that does not exist',
  ],
});
