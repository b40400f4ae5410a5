#if !Services && !All
    #error(
        "NacreServices stands behind the trait Services of the package: traits: [\"Services\"] in the dependency, --traits Services at the command line, or --traits All to build all of nacre"
    )
#endif
