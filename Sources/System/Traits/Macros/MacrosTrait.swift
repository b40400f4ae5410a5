#if !Macros && !All
    #error(
        "NacreMacros stands behind the trait Macros of the package: traits: [\"Macros\"] in the dependency, --traits Macros at the command line, or --traits All to build all of nacre"
    )
#endif
