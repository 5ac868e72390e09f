package org.plimsoll.servers;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cloud.netflix.eureka.server.EnableEurekaServer;

/** A Eureka server on loopback. Its arguments are settings of Spring. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableEurekaServer
public class EurekaServer {
  public static void main(String[] arguments) {
    SpringApplication.run(EurekaServer.class, arguments);
  }
}
