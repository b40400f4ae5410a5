// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "shop",
    platforms: [.macOS(.v26)],  // required on macOS; no effect on Linux
    dependencies: [.package(url: "https://github.com/nacre/nacre", branch: "main")],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [
                .product(name: "DomainKit", package: "nacre"), .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreLMDB", package: "nacre"), .product(name: "NacreRuntime", package: "nacre"),
            ])
    ])
