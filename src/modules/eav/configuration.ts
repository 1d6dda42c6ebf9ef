import type { DeclaredConfiguration } from '../../kernel/configuration.ts';

export const eavConfiguration: DeclaredConfiguration = {
  'general/validator_data/input_types/boolean': 'boolean',
  'general/validator_data/input_types/child_entity': 'child_entity',
  'general/validator_data/input_types/date': 'date',
  'general/validator_data/input_types/datetime': 'datetime',
  'general/validator_data/input_types/entity_list': 'entity_list',
  'general/validator_data/input_types/gallery': 'gallery',
  'general/validator_data/input_types/media_image': 'media_image',
  'general/validator_data/input_types/multiselect': 'multiselect',
  'general/validator_data/input_types/pagebuilder': 'pagebuilder',
  'general/validator_data/input_types/price': 'price',
  'general/validator_data/input_types/select': 'select',
  'general/validator_data/input_types/swatch_text': 'swatch_text',
  'general/validator_data/input_types/swatch_visual': 'swatch_visual',
  'general/validator_data/input_types/textarea': 'textarea',
  'general/validator_data/input_types/texteditor': 'texteditor',
  'general/validator_data/input_types/weee': 'weee',
};
