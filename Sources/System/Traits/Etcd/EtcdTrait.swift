#if !Etcd && !All
    #error(
        "NacreEtcd requires the package trait Etcd: add traits: [\"Etcd\"] to the dependency, pass --traits Etcd on the command line, or pass --traits All to build all of nacre"
    )
#endif
