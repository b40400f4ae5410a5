#if !Server && !All
    #error(
        "ShellServer requires the package trait Server: add traits: [\"Server\"] to the dependency, pass --traits Server on the command line, or pass --traits All to build all of nacre"
    )
#endif
