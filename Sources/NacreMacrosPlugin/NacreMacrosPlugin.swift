import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The macros of NacreMacros, as the compiler runs them.
@main struct NacreMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [StoredEventMacro.self]
}
