#if !Tool && !All
    #error(
        "NacreTool, and the program nacre, stand behind the trait Tool of the package: traits: [\"Tool\"] in the dependency, --traits Tool at the command line, or --traits All to build all of nacre"
    )
#endif
