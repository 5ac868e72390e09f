package plimsoll;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Analyzer of e-mail addresses for Elasticsearch's index of users and API keys. Its module is not
 * part of the build for tests, which could not create a key without it.
 */
public final class EmailAnalysis extends Plugin implements AnalysisPlugin {
  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    return Map.of(
        "pattern_capture",
        (index, environment, name, settings) -> {
          boolean preserves = settings.getAsBoolean("preserve_original", true);
          Pattern[] patterns =
              settings.getAsList("patterns").stream().map(Pattern::compile).toArray(Pattern[]::new);
          return new TokenFilterFactory() {
            @Override
            public String name() {
              return name;
            }

            @Override
            public TokenStream create(TokenStream tokens) {
              return new PatternCaptureGroupTokenFilter(tokens, preserves, patterns);
            }
          };
        });
  }

  @Override
  public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
    return List.of(
        PreConfiguredTokenFilter.singleton("unique", false, RemoveDuplicatesTokenFilter::new));
  }

  @Override
  public List<PreConfiguredTokenizer> getPreConfiguredTokenizers() {
    return List.of(
        PreConfiguredTokenizer.singleton("uax_url_email", UAX29URLEmailTokenizer::new));
  }
}
