export * from './modules';
export * from './run-services';
export * from './service';
export * from './service-host';
export * from './service.module';
export * from './signals';
