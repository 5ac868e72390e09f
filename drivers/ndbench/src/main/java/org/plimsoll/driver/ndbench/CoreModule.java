package org.plimsoll.driver.ndbench;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.netflix.archaius.ConfigProxyFactory;
import com.netflix.archaius.guice.ArchaiusModule;
import com.netflix.ndbench.api.plugin.DataGenerator;
import com.netflix.ndbench.core.config.IConfiguration;

/**
 * The Guice bindings that NDBench provides to every plugin, in addition to the plugin's own
 * modules.
 */
final class CoreModule extends AbstractModule {
  private final DataGenerator values;

  CoreModule(DataGenerator values) {
    this.values = values;
  }

  @Override
  protected void configure() {
    install(new ArchaiusModule());
    bind(DataGenerator.class).toInstance(values);
  }

  @Provides
  IConfiguration configuration(ConfigProxyFactory proxies) {
    return proxies.newProxy(IConfiguration.class);
  }
}
