#if !Macros && !All
    #error(
        "NacreMacros requires the package trait Macros: add traits: [\"Macros\"] to the dependency, pass --traits Macros on the command line, or pass --traits All to build all of nacre"
    )
#endif
