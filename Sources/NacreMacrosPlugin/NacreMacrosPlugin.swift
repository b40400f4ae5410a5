import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plugin with the macros of NacreMacros.
@main struct NacreMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [StoredEventMacro.self]
}
