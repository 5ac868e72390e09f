package org.plimsoll.discovery;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Parses XML responses, without document types and external entities. */
final class Xml {
  private Xml() {}

  static Document parse(byte[] bytes) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null); // the default handler prints to the console
      return builder.parse(new ByteArrayInputStream(bytes));
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every JDK has an XML parser", e);
    } catch (SAXException e) {
      throw new IOException("the answer is not XML", e);
    }
  }

  /** Returns the elements inside the child of this name; none if there is no such child. */
  static List<Element> items(Element parent, String child) {
    List<Element> found = children(parent, child);
    return found.isEmpty() ? List.of() : children(found.getFirst(), "item");
  }

  /** Returns the elements of a given name inside the child of a given name. */
  static List<Element> items(Element parent, String child, String item) {
    List<Element> found = children(parent, child);
    return found.isEmpty() ? List.of() : children(found.getFirst(), item);
  }

  /** Returns the text at a path of names; empty if there is none. */
  static String text(Element parent, String... path) {
    Element at = parent;
    for (String name : path) {
      List<Element> found = children(at, name);
      if (found.isEmpty()) {
        return "";
      }
      at = found.getFirst();
    }
    return at.getTextContent().strip();
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> found = new ArrayList<>();
    for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element element && element.getTagName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }
}
