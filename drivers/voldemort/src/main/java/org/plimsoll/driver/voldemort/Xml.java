package org.plimsoll.driver.voldemort;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Parses the metadata of a cluster, which servers store as XML. */
final class Xml {
  private Xml() {}

  /** Parses a document without a DTD, so that it cannot refer to external files. */
  static Element parse(String name, String xml) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setXIncludeAware(false);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      return builder.parse(new InputSource(new StringReader(xml))).getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(name + ": is not valid XML: " + e.getMessage(), e);
    }
  }

  static List<Element> children(Element parent, String name) {
    List<Element> found = new ArrayList<>();
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element && element.getTagName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }

  /** Returns the text of the first child with the given name, or a default if there is none. */
  static String text(Element parent, String name, String otherwise) {
    List<Element> found = children(parent, name);
    return found.isEmpty() ? otherwise : found.getFirst().getTextContent().strip();
  }

  static int number(Element parent, String name, int otherwise) throws IOException {
    String text = text(parent, name, String.valueOf(otherwise));
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IOException(name + ": must be a number, was '" + text + "'", e);
    }
  }

  /** Parses numbers that are separated by commas. */
  static List<Integer> numbers(String text) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (!part.isBlank()) {
        try {
          numbers.add(Integer.valueOf(part.strip()));
        } catch (NumberFormatException e) {
          throw new IOException("must be numbers separated by commas, was '" + text + "'", e);
        }
      }
    }
    return numbers;
  }
}
