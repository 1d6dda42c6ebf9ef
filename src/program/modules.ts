import type { ModuleManifest } from '../kernel/module.ts';
import { authorization } from '../platform/access/module.ts';
import { captcha } from '../platform/captcha/module.ts';
import { asynchronousOperations } from '../modules/asynchronous-operations/module.ts';
import { backend } from '../modules/backend/module.ts';
import { banner } from '../modules/banner/module.ts';
import { bundle } from '../modules/bundle/module.ts';
import { catalog } from '../modules/catalog/module.ts';
import { catalogStaging } from '../modules/catalog-staging/module.ts';
import { catalogRule } from '../modules/catalog-rule/module.ts';
import { catalogService } from '../modules/catalog-service/module.ts';
import { checkout } from '../modules/checkout/module.ts';
import { checkoutAgreements } from '../modules/checkout-agreements/module.ts';
import { cms } from '../modules/cms/module.ts';
import { sharedCatalog } from '../modules/shared-catalog/module.ts';
import { sitemap } from '../modules/sitemap/module.ts';
import { company } from '../modules/company/module.ts';
import { companyCredit } from '../modules/company-credit/module.ts';
import { compareList } from '../modules/compare-list/module.ts';
import { configurableProduct } from '../modules/configurable-product/module.ts';
import { contact } from '../modules/contact/module.ts';
import { customFees } from '../modules/custom-fees/module.ts';
import { customer } from '../modules/customer/module.ts';
import { customerBalance } from '../modules/customer-balance/module.ts';
import { customerSegment } from '../modules/customer-segment/module.ts';
import { dataServices } from '../modules/data-services/module.ts';
import { directory } from '../modules/directory/module.ts';
import { downloadable } from '../modules/downloadable/module.ts';
import { eav } from '../modules/eav/module.ts';
import { freeGift } from '../modules/free-gift/module.ts';
import { exportStock } from '../modules/export-stock/module.ts';
import { giftCard } from '../modules/gift-card/module.ts';
import { giftCardAccount } from '../modules/gift-card-account/module.ts';
import { giftMessage } from '../modules/gift-message/module.ts';
import { giftRegistry } from '../modules/gift-registry/module.ts';
import { giftWrapping } from '../modules/gift-wrapping/module.ts';
import { importApi } from '../modules/import-api/module.ts';
import { importExport } from '../modules/import-export/module.ts';
import { integration } from '../modules/integration/module.ts';
import { twoFactor } from '../modules/two-factor/module.ts';
import { ioEvents } from '../modules/io-events/module.ts';
import { groupedProduct } from '../modules/grouped-product/module.ts';
import { inStorePickup } from '../modules/in-store-pickup/module.ts';
import { catalogInventory } from '../modules/inventory/module.ts';
import { loginAsCustomer } from '../modules/login-as-customer/module.ts';
import { lowQuantityNotification } from '../modules/low-quantity-notification/module.ts';
import { multicoupon } from '../modules/multicoupon/module.ts';
import { multiSourceInventory } from '../modules/multi-source-inventory/module.ts';
import { multipleWishlist } from '../modules/multiple-wishlist/module.ts';
import { negotiableQuote } from '../modules/negotiable-quote/module.ts';
import { negotiableQuoteTemplate } from '../modules/negotiable-quote-template/module.ts';
import { newsletter } from '../modules/newsletter/module.ts';
import { offlinePayments } from '../modules/offline-payments/module.ts';
import { offlineShipping } from '../modules/offline-shipping/module.ts';
import { payment } from '../modules/payment/module.ts';
import { gateway } from '../modules/payment-gateway/module.ts';
import { productAlert } from '../modules/product-alert/module.ts';
import { quickOrder } from '../modules/quick-order/module.ts';
import { purchaseOrder } from '../modules/purchase-order/module.ts';
import { upload } from '../modules/upload/module.ts';
import { quote } from '../modules/quote/module.ts';
import { requisitionList } from '../modules/requisition-list/module.ts';
import { review } from '../modules/review/module.ts';
import { reward } from '../modules/reward/module.ts';
import { rma } from '../modules/rma/module.ts';
import { sales } from '../modules/sales/module.ts';
import { salesRule } from '../modules/sales-rule/module.ts';
import { search } from '../modules/search/module.ts';
import { security } from '../modules/security/module.ts';
import { sendFriend } from '../modules/send-friend/module.ts';
import { sourceSelection } from '../modules/source-selection/module.ts';
import { store } from '../modules/store/module.ts';
import { storefrontCompatibility } from '../modules/storefront-compatibility/module.ts';
import { tax } from '../modules/tax/module.ts';
import { urlRewrite } from '../modules/url-rewrite/module.ts';
import { graphql } from '../faces/graphql/module.ts';
import { webhooks } from '../modules/webhooks/module.ts';
import { wishlist } from '../modules/wishlist/module.ts';
import { mail } from '../platform/mail/module.ts';
import { migration } from '../modules/migration/module.ts';
import { marketplace } from '../faces/marketplace/module.ts';
import { idempotency } from '../platform/idempotency/module.ts';
import { pageCache } from '../platform/page-cache/module.ts';
import { operations } from '../platform/operation-queue/module.ts';
import { consoleModule } from '../faces/console-server/module.ts';
import { events } from '../platform/change-log/module.ts';
import { inspector } from '../faces/inspector/module.ts';
import { overview } from '../faces/overview/module.ts';
import { webapi } from '../faces/webapi/module.ts';

/** Every module after the configuration, in the order in which they build on each other. */
export const modules = [
  authorization,
  captcha,
  security,
  webapi,
  pageCache,
  idempotency,
  graphql,
  mail,
  operations,
  events,
  overview,
  inspector,
  store,
  urlRewrite,
  directory,
  eav,
  upload,
  customer,
  loginAsCustomer,
  catalog,
  catalogInventory,
  multiSourceInventory,
  sourceSelection,
  lowQuantityNotification,
  exportStock,
  search,
  tax,
  salesRule,
  catalogRule,
  payment,
  quote,
  offlineShipping,
  offlinePayments,
  checkout,
  gateway,
  checkoutAgreements,
  sales,
  inStorePickup,
  catalogService,
  dataServices,
  wishlist,
  compareList,
  review,
  contact,
  newsletter,
  sendFriend,
  productAlert,
  bundle,
  configurableProduct,
  downloadable,
  groupedProduct,
  giftMessage,
  giftCardAccount,
  giftCard,
  rma,
  giftRegistry,
  multipleWishlist,
  giftWrapping,
  customerBalance,
  reward,
  multicoupon,
  freeGift,
  company,
  companyCredit,
  sharedCatalog,
  customFees,
  negotiableQuote,
  negotiableQuoteTemplate,
  requisitionList,
  quickOrder,
  purchaseOrder,
  cms,
  sitemap,
  backend,
  integration,
  twoFactor,
  storefrontCompatibility,
  customerSegment,
  banner,
  catalogStaging,
  ioEvents,
  webhooks,
  importExport,
  importApi,
  asynchronousOperations,
  consoleModule,
  marketplace,
  migration,
] as const satisfies readonly ModuleManifest[];
