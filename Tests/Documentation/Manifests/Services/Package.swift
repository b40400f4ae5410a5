// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "shop",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(url: "https://github.com/nacre/nacre", branch: "main", traits: ["All"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "Shop",
            dependencies: [
                .product(name: "DomainKit", package: "nacre"), .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreRuntime", package: "nacre"),
            ]),
        .executableTarget(
            name: "ShopService",
            dependencies: [
                "Shop",
                .product(name: "NacreLMDB", package: "nacre"), .product(name: "NacreRuntime", package: "nacre"),
                .product(name: "NacreServices", package: "nacre"), .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "ShopCommand",
            dependencies: [
                "Shop",
                .product(name: "NacreLMDB", package: "nacre"), .product(name: "NacreRuntime", package: "nacre"),
                .product(name: "NacreTool", package: "nacre"),
            ]),
    ]
)
