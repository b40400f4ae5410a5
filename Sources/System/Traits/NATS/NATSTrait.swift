#if !NATS && !All
    #error(
        "NacreNATS requires the package trait NATS: add traits: [\"NATS\"] to the dependency, pass --traits NATS on the command line, or pass --traits All to build all of nacre"
    )
#endif
