import { chosenCard } from './cart-graphql.ts';

/** The service of gift card products, `call.services.giftCard`. */
interface GiftCardService {
  /** The choices for a gift card outside of a cart, as storefronts see them. */
  readonly chosenOptions: typeof chosenCard;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    giftCard: GiftCardService;
  }
}

/** The service of gift card products. */
export const giftCardService: GiftCardService = { chosenOptions: chosenCard };
