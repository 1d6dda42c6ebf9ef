import vendorName from './src/index.ts';

/** The shop that `npm start` serves: Souk with this module. */
export default {
  modules: [vendorName()],
  settings: {},
};
