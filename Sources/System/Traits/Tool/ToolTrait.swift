#if !Tool && !All
    #error(
        "NacreTool and the program nacre require the package trait Tool: add traits: [\"Tool\"] to the dependency, pass --traits Tool on the command line, or pass --traits All to build all of nacre"
    )
#endif
