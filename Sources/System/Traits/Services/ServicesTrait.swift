#if !Services && !Server && !All
    #error(
        "NacreServices requires the package trait Services: add traits: [\"Services\"] to the dependency, pass --traits Services on the command line, or pass --traits All to build all of nacre"
    )
#endif
